/** The CSV that a person fills in: readable by Excel (BOM), with one example row. */

const lines = ['phone_number,customer_name', '+541145678901,María Núñez'];

export const campaignTemplate = `\uFEFF${lines.join('\r\n')}\r\n`;
export const campaignTemplateName = 'plantilla-campana.csv';
