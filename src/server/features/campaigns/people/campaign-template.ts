/** The CSV template for recipients, in the format of Excel in Spanish. Readers skip its example row. */
import { csvBom, csvLine } from '../../../../contract/csv-line.ts';
import { nameColumns, phoneColumns, templateExample } from '../../../../contract/recipient-file.ts';

const lines = [csvLine([phoneColumns[0], nameColumns[0]]), csvLine([templateExample.phone, templateExample.name])];

export const campaignTemplate = csvBom + lines.join('');
export const campaignTemplateName = 'plantilla-campana.csv';
