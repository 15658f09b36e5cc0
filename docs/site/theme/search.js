// Search over all pages, offline. The text of a language is a script, search/<language>.js, which is loaded at the first search.
//
// A query is words between spaces, and each must occur. Chinese needs no words: any run of characters is found where it stands. A run that
// stands nowhere is taken apart into pairs of characters, and at least a third of these must occur.
const mlfSearch = (() => {
  const pages = {};  // language -> [[url, title, [[anchor, heading, text]]]]

  const first = /^(docs|variants|api|bindings)\//;  // before examples, and before what a folder holds

  const occurrences = (text, word) => {
    let count = 0;
    for (let at = text.indexOf(word); at >= 0 && count < 5; at = text.indexOf(word, at + word.length)) ++count;
    return count;
  };
  const pairsOf = (word) => {
    const found = [];
    for (const run of word.match(/[\u2e80-\u9fff\uf900-\ufaff]+/g) ?? []) {
      for (let i = 0; i + 1 < run.length; ++i) found.push(run.slice(i, i + 2));
    }
    return found;
  };

  // The value of a section for words of which `least` must occur; 0 = not found.
  function worth(title, heading, text, words, least) {
    let sum = 0, found = 0;
    for (const word of words) {
      const inHeading = heading.includes(word), inTitle = title.includes(word), count = occurrences(text, word);
      if (!inHeading && !inTitle && count === 0) continue;
      ++found;
      sum += 10 + (inHeading ? (heading === word ? 60 : 25) : 0) + (inTitle ? (title === word ? 40 : 12) : 0) + count;
    }
    // A title alone finds the section that begins the page, not all of them.
    return found < least || (!words.some((word) => heading.includes(word) || text.includes(word))) ? 0 : sum;
  }

  function found(language, words, least) {
    const results = [];
    for (const [url, title, sections] of pages[language] ?? []) {
      const lower = title.toLowerCase();
      for (const [anchor, heading, text] of sections) {
        const value = worth(lower, heading.toLowerCase(), text.toLowerCase(), words, least);
        if (value > 0) results.push({url: anchor ? `${url}#${anchor}` : url, page: url, title, heading, text, words, language, value: first.test(url) ? 2 * value : value});
      }
    }
    return results;
  }

  // The best results, `own` language first; at most three of one page.
  function search(query, own, limit = 30) {
    const words = query.toLowerCase().split(/\s+/).filter(Boolean);
    if (words.length === 0) return [];
    const listed = [];
    for (const language of [own, own === 'en' ? 'zh' : 'en']) {
      let results = found(language, words, words.length);
      const parts = results.length === 0 ? words.flatMap((word) => pairsOf(word).length > 1 ? pairsOf(word) : [word]) : [];
      if (parts.length > words.length) results = found(language, parts, Math.ceil(parts.length / 3));
      results.sort((a, b) => b.value - a.value || (a.url < b.url ? -1 : 1));
      const ofPage = {};
      listed.push(...results.filter((one) => (ofPage[one.page] = (ofPage[one.page] ?? 0) + 1) <= 3));
    }
    return listed.slice(0, limit);
  }

  return {add: (language, list) => { pages[language] = list; }, has: (language) => language in pages, search};
})();
