-- Starts `tflint server` for Python files; from Neovim 0.7 on. Put it into ~/.config/nvim/plugin/.

local function settings()
  return vim.g.tflint_settings or vim.empty_dict()
end

local function project_of(path)
  local folder = vim.fn.fnamemodify(path, ":p:h")
  for _, marker in ipairs({ "pyproject.toml", "setup.py", "setup.cfg", ".git" }) do
    local found = vim.fn.findfile(marker, folder .. ";")
    if found == "" then
      found = vim.fn.finddir(marker, folder .. ";")
    end
    if found ~= "" then
      return vim.fn.fnamemodify(found, ":p:h")
    end
  end
  return folder
end

local clients = {}

vim.api.nvim_create_autocmd("FileType", {
  pattern = "python",
  callback = function(event)
    local root = project_of(vim.api.nvim_buf_get_name(event.buf))
    local config = {
      name = "tflint",
      cmd = { "tflint", "server" },
      root_dir = root,
      init_options = { settings = settings() },
    }
    if vim.lsp.start then
      vim.lsp.start(config, { bufnr = event.buf })
      return
    end
    clients[root] = clients[root] or vim.lsp.start_client(config)
    vim.lsp.buf_attach_client(event.buf, clients[root])
  end,
})
