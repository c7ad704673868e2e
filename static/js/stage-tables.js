// Who sits at the tables changes while pages are open: the Masters sit down. The panel "looks" brings
// colours and the own team's words, the panel "round_teams" what the console's own fields offer; here the page takes them over.

const known = new Set();

// Style sheets of other origins cannot be written to; the page's own <style> can, whatever its nonce.
function sheet() {
  return [...document.styleSheets].find((one) => one.ownerNode?.nodeName === "STYLE");
}

function paint() {
  for (const { dataset } of document.querySelectorAll("[data-rule]")) {
    const rules = sheet();
    if (!rules || known.has(dataset.rule)) continue;
    known.add(dataset.rule);
    rules.insertRule(dataset.rule, rules.cssRules.length);
  }
}

function takeWord() {
  const own = document.querySelector("[data-own]")?.dataset;
  if (!own) return;
  for (const line of document.querySelectorAll("[data-command-line]")) {
    if (!own.word || line.dataset.commandLine === own.word) continue;
    line.dataset.commandLine = own.word;
    line.elements.text.placeholder = `${own.word} 15`;
  }
}

function takeTeams() {
  const seated = document.querySelector("[data-round-teams]")?.dataset.roundTeams;
  if (seated === undefined) return;
  for (const list of document.querySelectorAll("[data-team-list]")) {
    if (list.dataset.seated === seated) continue;
    const choices = document.querySelector(`template[data-choices-of="${CSS.escape(list.dataset.teamList)}"]`);
    if (!choices) continue;
    const blank = [...list.children].filter((child) => child.matches('option[value=""]'));
    list.replaceChildren(...blank, choices.content.cloneNode(true));
    list.dataset.seated = seated;
  }
}

export function followTables() {
  paint();
  takeWord();
  takeTeams();
}
