// The search: looks names and first sentences up in window.entries, without a server.
(function () {
  "use strict";
  const field = document.getElementById("query");
  const list = document.getElementById("results");
  const most = 12;
  let chosen = 0;

  // How well a word fits an entry; 0 if it does not.
  function fit(word, name, text) {
    if (name === word) return 100;
    if (name.startsWith(word)) return 60;
    if (name.includes(word)) return 40;
    if (text.split(/[^\p{L}\p{N}_]+/u).some((part) => part.startsWith(word))) return 15;
    return word.length > 2 && inOrder(word, name) ? 8 : 0;
  }

  // Whether the letters of a word stand in a name in this order.
  function inOrder(word, name) {
    let at = 0;
    for (const letter of name) if (letter === word[at]) at++;
    return at === word.length;
  }

  function found(query) {
    const words = query.toLowerCase().split(/\s+/).filter(Boolean);
    if (!words.length) return [];
    const scored = [];
    window.entries.forEach((entry, number) => {
      const name = entry[0].toLowerCase();
      const text = (entry[3] + " " + entry[4]).toLowerCase();
      const fits = words.map((word) => fit(word, name, text));
      if (fits.every((value) => value > 0)) {
        const sum = fits.reduce((left, right) => left + right, 0);
        scored.push([sum - entry[0].length / 100, number]);
      }
    });
    scored.sort((left, right) => right[0] - left[0] || left[1] - right[1]);
    return scored.slice(0, most).map((pair) => window.entries[pair[1]]);
  }

  function element(name, text, className) {
    const made = document.createElement(name);
    made.textContent = text;
    if (className) made.className = className;
    return made;
  }

  function show() {
    const query = field.value.trim();
    list.replaceChildren();
    list.hidden = !query;
    chosen = 0;
    if (!query) return;
    const rows = found(query);
    rows.forEach(([name, kind, address, text, module]) => {
      const row = document.createElement("a");
      row.href = address;
      row.setAttribute("role", "option");
      row.append(element("b", name), " ", element("small", module ? kind + " of " + module : kind), element("span", text));
      list.append(row);
    });
    if (!rows.length) list.append(element("p", "Nothing found for “" + query + "”."));
    mark();
  }

  function mark() {
    list.querySelectorAll("a").forEach((row, number) => {
      row.setAttribute("aria-selected", number === chosen);
      if (number === chosen) row.scrollIntoView({ block: "nearest" });
    });
  }

  function key(event) {
    const rows = list.querySelectorAll("a");
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && rows.length) {
      chosen = (chosen + step + rows.length) % rows.length;
      mark();
    } else if (event.key === "Enter" && rows[chosen]) {
      location.href = rows[chosen].href;
      close();
    } else if (event.key === "Escape") {
      close();
    } else {
      return;
    }
    event.preventDefault();
  }

  function close() {
    list.hidden = true;
    field.blur();
  }

  field.addEventListener("input", show);
  field.addEventListener("focus", show);
  field.addEventListener("keydown", key);
  list.addEventListener("click", close);
  document.addEventListener("click", (event) => {
    if (!event.target.closest(".search")) list.hidden = true;
  });
  document.addEventListener("keydown", (event) => {
    const typing = /^(INPUT|TEXTAREA)$/.test(document.activeElement.tagName);
    if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      field.focus();
      field.select();
    }
  });
  // On a phone, a link of the contents closes them.
  document.querySelector("nav").addEventListener("click", (event) => {
    if (event.target.closest("a")) document.getElementById("open").checked = false;
  });
  // index.html?q=words opens with the search done.
  const query = new URLSearchParams(location.search).get("q");
  if (query) {
    field.value = query;
    show();
  }
})();
