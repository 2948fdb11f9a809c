// Runs before the first paint, so that theme, language and menu never flash from one state to another.
(function () {
  // The CSP refuses eval: without this, Zod tries it once and the refusal is reported as a violation.
  globalThis.__zod_globalConfig = { jitless: true };
  // React Aria empties its live region by way of innerHTML: the empty text is let through, and no other.
  if (globalThis.trustedTypes) {
    globalThis.trustedTypes.createPolicy('default', {
      createHTML: function (html) {
        return html === '' ? html : null;
      },
    });
  }
  // The first date that a browser writes costs it 30 ms and more: now, while the scripts are on their way.
  Intl.DateTimeFormat('fr-FR').format(0);
  var root = document.documentElement;
  function stored(key) {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  }
  // The token of an earlier link leaves the address before anything else loads: no screen shows it, no other address
  // gets it, and the way back does not lead to it. The browser's history has it: no page can keep out what was opened.
  var places = {
    '/public/sharings': ['localStorage', 'sharingCodeToken'],
    '/public/document-requests': ['sessionStorage', 'requestToken'],
  };
  var place = places[location.pathname];
  var search = new URLSearchParams(location.search);
  var token = search.get('token');
  if (place && token) {
    try {
      var storage = window[place[0]];
      storage.setItem(place[1], token);
      search.delete('token');
      var rest = String(search);
      history.replaceState(history.state, '', location.pathname + (rest && '?' + rest));
    } catch {
      // Storage is refused: the page keeps it in its memory, and takes it off the address then.
    }
  }
  var theme = stored('theme');
  if (theme !== 'dark' && theme !== 'light') {
    theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  }
  root.dataset.theme = theme;
  var locale = stored('locale');
  // A visitor who comes by a link has chosen nothing yet: their browser says what they read.
  var ofLinks = /^\/(public\/|(p|unlock-account|undo-email-change|(undo|keep)-second-factor)$)/;
  if (!locale && ofLinks.test(location.pathname)) {
    locale = (navigator.languages || []).find(function (name) {
      return /^(fr|en)\b/i.test(name);
    });
  }
  root.lang = /^en\b/i.test(locale || '') ? 'en' : 'fr';
  root.dataset.nav = stored('collapsedMenu') === 'true' ? 'collapsed' : 'open';
  // The scripts of the page where a visit begins come beside the first script, not after it has run.
  var script = document.currentScript;
  function fetchFiles(name) {
    var files = script.getAttribute('data-' + name);
    (files ? files.split(' ') : []).forEach(function (file) {
      var link = document.createElement('link');
      var isStyle = file.endsWith('.css');
      link.rel = isStyle ? 'preload' : 'modulepreload';
      if (isStyle) link.as = 'style';
      link.crossOrigin = '';
      link.href = file;
      document.head.appendChild(link);
    });
  }
  // A token that the page refuses itself asks for nothing.
  function isLive(token) {
    try {
      var claims = JSON.parse(atob(token.split('.')[1].replace(/-/g, '+').replace(/_/g, '/')));
      return claims.exp * 1000 > Date.now();
    } catch {
      return false;
    }
  }
  // So do the first answers, each for the token that it was asked with.
  function fetchAnswers(token, calls, body) {
    globalThis.earlyAnswers = { token: token, answers: {} };
    calls.forEach(function (call) {
      var address = '/backend/api/v1/' + call;
      var sent = { headers: { 'Accept-Language': root.lang } };
      if (token) sent.headers.Authorization = 'Bearer ' + token;
      if (body) {
        sent.method = 'POST';
        sent.headers['Content-Type'] = 'application/json';
        sent.body = JSON.stringify(body);
      }
      globalThis.earlyAnswers.answers[address] = fetch(address, sent)
        .then(function (response) {
          // To its end, whether anybody takes it or not: until then the browser holds the line.
          return response.arrayBuffer().then(function (body) {
            return { response: new Response(body, { status: response.status, headers: response.headers }) };
          });
        })
        .catch(function (cause) {
          return { cause: cause };
        });
    });
  }
  var page = location.pathname.split('/')[1];
  if (page === 'p' || location.pathname.indexOf('/public/sharings') === 0) {
    fetchFiles('visitor');
    fetchFiles('visitor-' + root.lang);
    var link = stored('sharingCodeToken');
    if (location.pathname === '/public/sharings' && isLive(link)) fetchAnswers(link, ['sharings/context']);
    if (page === 'p' && location.hash) fetchAnswers(null, ['public/links'], { reference: location.hash.slice(1) });
  }
  var session = stored('authToken');
  if ((page !== 'home' && page !== 'documents') || !isLive(session)) return;
  // Its frame and its heading, which the HTML has, stay until the scripts have drawn them.
  if (location.pathname === '/documents') {
    root.dataset.early = '';
    // If a script does not come or fails, nothing would take its place.
    function endFrame(event) {
      if (event.target === window || event.target.tagName === 'SCRIPT') delete root.dataset.early;
    }
    addEventListener('error', endFrame, true);
    addEventListener('unhandledrejection', endFrame);
  }
  fetchFiles(page);
  fetchFiles('safe-' + root.lang);
  var calls = page === 'home' ? ['documents?limit=7'] : ['categories?limit=200'];
  if (location.pathname === '/documents' && !location.search) calls.push('documents?sort=-addedAt&limit=60');
  fetchAnswers(session, ['user/profile'].concat(calls));
})();
