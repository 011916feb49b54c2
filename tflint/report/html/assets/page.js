"use strict";
(() => {
  const form = document.getElementById("filter");
  if (!form) return;
  const findings = [...document.querySelectorAll("article.finding")];
  const verdicts = [...form.querySelectorAll("input[name=verdict]")];
  const rule = form.querySelector("select[name=rule]");
  const shown = document.getElementById("shown");
  const apply = () => {
    const wanted = new Set(verdicts.filter((box) => box.checked).map((box) => box.value));
    let count = 0;
    for (const finding of findings) {
      const fits =
        (!verdicts.length || wanted.has(finding.dataset.verdict)) &&
        (!rule.value || finding.dataset.rule === rule.value);
      finding.hidden = !fits;
      count += fits ? 1 : 0;
    }
    shown.textContent = `${count} of ${findings.length} shown`;
  };
  form.addEventListener("change", apply);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.hidden = false;
  apply();
})();
