// The menu of a phone, the switch of dark and light, and the dialog of the search.
(() => {
  const root = document.documentElement;
  const base = root.dataset.root.replace(/\/?$/, '/');
  const own = root.lang.startsWith('zh') ? 'zh' : 'en';
  const one = (selector) => document.querySelector(selector);

  const menu = one('button.menu');
  const showMenu = (open) => {
    document.body.classList.toggle('menu-open', open);
    menu.setAttribute('aria-expanded', String(open));
  };
  menu.addEventListener('click', () => showMenu(!document.body.classList.contains('menu-open')));
  one('main').addEventListener('click', () => showMenu(false));
  const here = one('#menu [aria-current]');
  if (here) {
    const nav = one('#menu'), over = here.getBoundingClientRect().bottom - nav.getBoundingClientRect().bottom;
    if (over > 0) nav.scrollTop += over + nav.clientHeight / 3;
  }

  one('button.theme').addEventListener('click', () => {
    const dark = root.dataset.theme ? root.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
    root.dataset.theme = dark ? 'light' : 'dark';
    try { localStorage.setItem('mlf-theme', root.dataset.theme); } catch { /* the choice lasts for this page */ }
  });

  // What scrolls inside is reached with the keyboard.
  for (const block of document.querySelectorAll('article pre, article table')) if (block.scrollWidth > block.clientWidth) block.tabIndex = 0;

  // The heading that is being read.
  const marks = new Map([...document.querySelectorAll('aside a')].map((link) => [decodeURIComponent(link.hash.slice(1)), link]));
  const headings = [...marks.keys()].map((id) => document.getElementById(id)).filter(Boolean);
  if (headings.length > 0) {
    let waiting = false;
    const mark = () => {
      waiting = false;
      const now = headings.findLast((heading) => heading.getBoundingClientRect().top < 120) ?? headings[0];
      for (const [id, link] of marks) link.classList.toggle('now', id === now.id);
    };
    addEventListener('scroll', () => { if (!waiting) { waiting = true; requestAnimationFrame(mark); } }, {passive: true});
    mark();
  }

  // ---- Search ----
  const dialog = one('#search'), input = one('#search input'), list = one('#found'), none = one('#search .none');
  const load = (language) => new Promise((resolve) => {
    if (mlfSearch.has(language)) return resolve();
    const script = document.createElement('script');
    script.src = `${base}search/${language}.js`;
    script.onload = script.onerror = () => resolve();
    document.head.append(script);
  });
  const marked = (text, words) => {
    const part = document.createDocumentFragment();
    const lower = text.toLowerCase();
    for (let at = 0; at < text.length;) {
      const next = words.map((word) => [lower.indexOf(word, at), word.length]).filter(([start]) => start >= 0).sort((a, b) => a[0] - b[0] || b[1] - a[1])[0];
      if (!next) { part.append(text.slice(at)); break; }
      part.append(text.slice(at, next[0]));
      const found = document.createElement('mark');
      found.textContent = text.slice(next[0], next[0] + next[1]);
      part.append(found);
      at = next[0] + next[1];
    }
    return part;
  };
  const around = (text, words) => {
    const lower = text.toLowerCase();
    const first = Math.min(...words.map((word) => lower.indexOf(word)).filter((at) => at >= 0), text.length);
    const start = first < 40 || first === text.length ? 0 : first - 30;
    return (start > 0 ? '…' : '') + text.slice(start, start + 150) + (text.length > start + 150 ? '…' : '');
  };
  const show = async () => {
    const query = input.value.trim();
    await Promise.all(['en', 'zh'].map(load));
    if (query !== input.value.trim()) return;
    const results = mlfSearch.search(query, own);
    list.replaceChildren(...results.map((result) => {
      const item = document.createElement('li'), link = document.createElement('a');
      link.href = base + result.url;
      link.lang = result.language === 'zh' ? 'zh-CN' : 'en';
      const heading = document.createElement('strong');
      heading.append(marked(result.title + (result.heading && result.heading !== result.title ? ` › ${result.heading}` : ''), result.words));
      const text = document.createElement('span');
      text.append(marked(around(result.text, result.words), result.words));
      link.append(heading, text);
      item.append(link);
      return item;
    }));
    list.dataset.query = query;
    none.hidden = query === '' || results.length > 0;
  };
  const openSearch = () => {
    dialog.showModal();
    input.select();
    if (input.value) show();
  };
  one('button.search').addEventListener('click', openSearch);
  input.addEventListener('input', show);
  dialog.addEventListener('click', (event) => { if (event.target === dialog || event.target.closest('a')) dialog.close(); });
  addEventListener('keydown', (event) => {
    const typing = event.target.closest?.('input, textarea, select');
    if ((event.key === '/' && !typing) || (event.key === 'k' && (event.ctrlKey || event.metaKey))) {
      event.preventDefault();
      if (!dialog.open) openSearch();
    } else if (dialog.open && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      const links = [...list.querySelectorAll('a')], at = links.indexOf(document.activeElement) + (event.key === 'ArrowDown' ? 1 : -1);
      event.preventDefault();
      (at < 0 ? input : links[Math.min(at, links.length - 1)])?.focus();
    }
  });
  one('#search form').addEventListener('submit', (event) => {
    // Enter in the field goes to the best result.
    if (event.submitter && document.activeElement !== input) return;
    const first = list.querySelector('a');
    if (!first) return event.preventDefault();
    dialog.close();
    location.href = first.href;
  });
})();
