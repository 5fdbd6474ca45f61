/**
 * Google Sheets: adds the rows of the open sheet to an open campaign, and writes beside each what came of it.
 * Columns: A phone_number, B customer_name; C is written. Script properties: VOCERO_URL, VOCERO_TOKEN, CAMPAIGN_ID.
 */
function agregarDestinatarios() {
  var rows = readRows_().filter(function (row) { return row[0] && !row[2]; });
  if (rows.length === 0) return;
  // A thousand a request; numbers that the campaign has are dropped, so a second run adds nobody twice.
  for (var at = 0; at < rows.length; at += 1000) {
    vocero_('post', '/recipients', {
      recipients: rows.slice(at, at + 1000).map(function (row) {
        return { phone_number: String(row[0]), customer_name: String(row[1]) };
      }),
    });
  }
}

function traerResultados() {
  var byNumber = {};
  for (var page = 1, got = 100; got === 100; page += 1) {
    var list = vocero_('get', '/recipients?pageSize=100&page=' + page);
    list.forEach(function (person) { byNumber[person.phoneNumber] = person; });
    got = list.length;
  }
  var sheet = SpreadsheetApp.getActiveSheet();
  readRows_().forEach(function (row, index) {
    var person = byNumber[String(row[0])];
    if (person) sheet.getRange(index + 2, 3).setValue(person.state);
  });
}

function readRows_() {
  var sheet = SpreadsheetApp.getActiveSheet();
  return sheet.getLastRow() < 2 ? [] : sheet.getRange(2, 1, sheet.getLastRow() - 1, 3).getValues();
}

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
  var answer = JSON.parse(response.getContentText());
  if (response.getResponseCode() >= 300) throw new Error(answer.message);
  return answer;
}
