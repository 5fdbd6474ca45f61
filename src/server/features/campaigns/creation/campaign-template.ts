/** The CSV that a person fills in, as Excel in Spanish opens it, with an example row that readers leave out. */
import { csvBom, csvLine } from '../../../../contract/csv-line.ts';
import { nameColumns, phoneColumns, templateExample } from '../../../../contract/recipient-file.ts';

const lines = [csvLine([phoneColumns[0], nameColumns[0]]), csvLine([templateExample.phone, templateExample.name])];

export const campaignTemplate = csvBom + lines.join('');
export const campaignTemplateName = 'plantilla-campana.csv';
