/**
 * Google Sheets: adds the rows of the open sheet to an open campaign, and writes beside each what came of it.
 * Columns: A phone_number, B customer_name; C result and D reason are written; E and later are variables, named by their header.
 * Script properties: VOCERO_URL, VOCERO_TOKEN, CAMPAIGN_ID, and CALLING_CODE where the people are not in Argentina.
 */
function onOpen() {
  SpreadsheetApp.getUi()
    .createMenu('Vocero')
    .addItem('Agregar destinatarios', 'agregarDestinatarios')
    .addItem('Traer resultados', 'traerResultados')
    .addToUi();
}

function agregarDestinatarios() {
  var sheet = readSheet_();
  var open = sheet.rows.filter(function (row) {
    var isEmpty = row.cells[0] === '' && row.cells[1] === '';
    return !isEmpty && (row.cells[2] === '' || row.cells[2] === refused_);
  });
  // A thousand a request. Numbers that the campaign has are dropped, so a second run adds nobody twice.
  for (var at = 0; at < open.length; at += 1000) {
    addRows_(open.slice(at, at + 1000), sheet);
    writeResults_(sheet.rows);
  }
}

/** The server takes all rows of a request or none: those that it names are left out, and the rest is sent again. */
function addRows_(rows, sheet) {
  if (rows.length === 0) return;
  var answer = vocero_('post', '/recipients', { recipients: rows.map(function (row) { return recipientOf_(row, sheet); }) });
  var reasons = {};
  (answer.details || []).forEach(function (detail) {
    var named = /^recipients\.(\d+)/.exec(detail.path);
    if (named) reasons[named[1]] = (reasons[named[1]] ? reasons[named[1]] + '. ' : '') + detail.message;
  });
  if (answer.code && Object.keys(reasons).length === 0) throw new Error(answer.message);
  var good = rows.filter(function (row, index) {
    if (!reasons[index]) return true;
    row.cells[2] = refused_;
    row.cells[3] = reasons[index];
    return false;
  });
  if (good.length < rows.length) return addRows_(good, sheet);
  rows.forEach(function (row) {
    row.cells[2] = words_.pending;
    row.cells[3] = '';
  });
}

function traerResultados() {
  var byNumber = {};
  for (var page = 1, got = 100; got === 100; page += 1) {
    var list = vocero_('get', '/recipients?pageSize=100&page=' + page);
    if (list.code) throw new Error(list.message);
    list.forEach(function (person) { byNumber[lineOf_(person.phoneNumber)] = person; });
    got = list.length;
  }
  var sheet = readSheet_();
  sheet.rows.forEach(function (row) {
    var person = byNumber[lineOf_(numberOf_(row.cells[0], sheet.codes))];
    if (!person) return;
    row.cells[2] = resultOf_(person);
    row.cells[3] = '';
  });
  writeResults_(sheet.rows);
}

var refused_ = 'No se agregó';
var words_ = {
  pending: 'Pendiente',
  dialing: 'Marcando',
  undelivered: 'No enviado',
  unconfirmed: 'Sin confirmar',
  skipped: 'Omitido',
};

/** In the words of the campaign's screen. */
function resultOf_(person) {
  var wasSent = person.attempts.some(function (attempt) { return attempt.state === 'accepted' || attempt.state === 'finished'; });
  if (person.isLive) return 'En llamada';
  if (person.state === 'pending' && wasSent) return 'Con otro intento';
  if (person.state !== 'sent') return words_[person.state];
  if (person.successful) return 'Objetivo cumplido';
  if (person.contacted) return 'Contactado';
  return person.pickedUp ? 'Respondido' : 'No contactado';
}

/** Whole numbers of the console's countries, by calling code. No national number of theirs looks like one. */
var whole_ = {
  54: /^\+549?(11|[23]\d)\d{8}$/,
  55: /^\+55[1-9]{2}(9\d|[2-5])\d{7}$/,
  56: /^\+56[2-9]\d{8}$/,
  57: /^\+57[36]\d{9}$/,
  52: /^\+52[2-9]\d{9}$/,
};

/** A number that lost its `+` is of the console's country, or of one that other numbers of the sheet have, as in the console. */
function codesOf_(rows) {
  var own = (PropertiesService.getScriptProperties().getProperty('CALLING_CODE') || '54').replace('+', '');
  return Object.keys(whole_).filter(function (code) {
    return code === own || rows.some(function (row) { return whole_[code].test(row.cells[0]); });
  });
}

/** A sheet drops the `+` of what it keeps as a number. Anything else stays as it is, and the server says why it does not take it. */
function numberOf_(cell, codes) {
  var text = String(cell).trim();
  return codes.some(function (code) { return whole_[code].test('+' + text); }) ? '+' + text : text;
}

/** The campaign holds a line once, be it written with the 9 of Argentina's mobiles or without. */
function lineOf_(number) {
  return number.replace(/^\+549(?=\d{10}$)/, '+54');
}

function recipientOf_(row, sheet) {
  var recipient = { phone_number: numberOf_(row.cells[0], sheet.codes), customer_name: String(row.cells[1]) };
  sheet.headers.forEach(function (header, column) {
    if (column > 3 && header !== '') recipient[header] = String(row.cells[column]);
  });
  return recipient;
}

function readSheet_() {
  var sheet = SpreadsheetApp.getActiveSheet();
  var lines = sheet.getRange(1, 1, sheet.getLastRow(), Math.max(4, sheet.getLastColumn())).getValues();
  var rows = lines.slice(1).map(function (cells) { return { cells: cells }; });
  return { headers: lines[0], rows: rows, codes: codesOf_(rows) };
}

function writeResults_(rows) {
  if (rows.length === 0) return;
  SpreadsheetApp.getActiveSheet()
    .getRange(2, 3, rows.length, 2)
    .setValues(rows.map(function (row) { return [row.cells[2], row.cells[3]]; }));
}

/** @returns what the server answers; of a refusal the error with its `code`. */
function vocero_(method, path, body) {
  var url = property_('VOCERO_URL').replace(/\/+$/, '') + '/api/campaigns/' + property_('CAMPAIGN_ID') + path;
  var response = UrlFetchApp.fetch(url, {
    method: method,
    contentType: 'application/json',
    headers: { Authorization: 'Bearer ' + property_('VOCERO_TOKEN') },
    payload: body ? JSON.stringify(body) : undefined,
    muteHttpExceptions: true,
  });
  var text = response.getContentText();
  // A page of a proxy, or of another address.
  if (!/^[{[]/.test(text)) throw new Error('La consola no contestó (' + response.getResponseCode() + '). Revisa VOCERO_URL y vuelve a ejecutar.');
  return JSON.parse(text);
}

function property_(name) {
  var value = PropertiesService.getScriptProperties().getProperty(name);
  if (!value) throw new Error('Falta la propiedad ' + name + ' del script.');
  return value.trim();
}
