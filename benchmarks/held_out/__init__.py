"""Programs by somebody who had not seen the linter, with what was measured in them before it saw them."""
