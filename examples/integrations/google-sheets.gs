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
  var open = sheet.rows.filter(function (row) { return row.cells[0] !== '' && (row.cells[2] === '' || row.cells[2] === refused_); });
  // A thousand a request. Numbers that the campaign has are dropped, so a second run adds nobody twice.
  for (var at = 0; at < open.length; at += 1000) {
    addRows_(open.slice(at, at + 1000), sheet.headers);
    writeResults_(sheet.rows);
  }
}

/** The server takes all rows of a request or none: those that it names are left out, and the rest is sent again. */
function addRows_(rows, headers) {
  if (rows.length === 0) return;
  var answer = vocero_('post', '/recipients', { recipients: rows.map(function (row) { return recipientOf_(row, headers); }) });
  var reasons = {};
  (answer.code === 'invalid_recipients' ? answer.details : []).forEach(function (detail) {
    var index = Number(detail.path.split('.')[1]);
    reasons[index] = (reasons[index] ? reasons[index] + ' ' : '') + detail.message;
  });
  if (answer.code && Object.keys(reasons).length === 0) throw new Error(answer.message);
  var good = rows.filter(function (row, index) {
    if (!reasons[index]) return true;
    row.cells[2] = refused_;
    row.cells[3] = reasons[index];
    return false;
  });
  if (good.length < rows.length) return addRows_(good, headers);
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
    list.forEach(function (person) { byNumber[person.phoneNumber] = person; });
    got = list.length;
  }
  var sheet = readSheet_();
  sheet.rows.forEach(function (row) {
    var person = byNumber[numberOf_(row.cells[0])];
    if (person) row.cells[2] = resultOf_(person);
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

function resultOf_(person) {
  if (person.isLive) return 'En llamada';
  if (person.state !== 'sent') return words_[person.state] || person.state;
  if (person.successful) return 'Objetivo cumplido';
  if (person.successful === null) return 'Falta el análisis';
  if (person.contacted) return 'Contactado';
  return person.pickedUp ? 'Respondido' : 'No contactado';
}

/**
 * A cell that holds a number has lost its `+`: it comes back where the digits begin with the country's calling code. A number
 * without that code stays as it is, and the server says why it does not take it.
 */
function numberOf_(cell) {
  var digits = String(cell);
  var code = PropertiesService.getScriptProperties().getProperty('CALLING_CODE') || '54';
  return typeof cell === 'number' && digits.length > 10 && digits.indexOf(code) === 0 ? '+' + digits : digits.trim();
}

function recipientOf_(row, headers) {
  var recipient = { phone_number: numberOf_(row.cells[0]), customer_name: String(row.cells[1]) };
  for (var column = 4; column < headers.length; column += 1)
    if (headers[column] !== '') recipient[String(headers[column])] = String(row.cells[column]);
  return recipient;
}

function readSheet_() {
  var sheet = SpreadsheetApp.getActiveSheet();
  var lines = sheet.getRange(1, 1, sheet.getLastRow(), Math.max(4, sheet.getLastColumn())).getValues();
  return { headers: lines[0], rows: lines.slice(1).map(function (cells) { return { cells: cells }; }) };
}

function writeResults_(rows) {
  if (rows.length === 0) return;
  SpreadsheetApp.getActiveSheet()
    .getRange(2, 3, rows.length, 2)
    .setValues(rows.map(function (row) { return [row.cells[2], row.cells[3]]; }));
}

/** @returns what the server answers; of a refusal the error with its `code`. */
function vocero_(method, path, body) {
  var properties = PropertiesService.getScriptProperties();
  var url = properties.getProperty('VOCERO_URL') + '/api/campaigns/' + properties.getProperty('CAMPAIGN_ID') + path;
  var response = UrlFetchApp.fetch(url, {
    method: method,
    contentType: 'application/json',
    headers: { Authorization: 'Bearer ' + properties.getProperty('VOCERO_TOKEN') },
    payload: body ? JSON.stringify(body) : undefined,
    muteHttpExceptions: true,
  });
  return JSON.parse(response.getContentText());
}
