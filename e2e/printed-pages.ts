/** A screen as the browser prints it: each A4 page's texts with their positions, read from Chromium's PDF. */
import type { Page } from '@playwright/test';
import { getDocumentProxy } from 'unpdf';

/** Points (1/72 inch) from the page's top left corner. */
export interface PrintedText {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export interface PrintedPage {
  readonly width: number;
  readonly height: number;
  /** Texts in reading order, without blanks. */
  readonly texts: readonly PrintedText[];
  /** All texts joined by single spaces. */
  readonly text: string;
}

/** Prints what `page` shows now to PDF, by the paper size and margins of the style sheet, and reads the pages back. */
export async function printPages(page: Page): Promise<PrintedPage[]> {
  const pdf = await page.pdf({ format: 'A4', preferCSSPageSize: true, printBackground: true });
  const document = await getDocumentProxy(new Uint8Array(pdf));
  return Promise.all(Array.from({ length: document.numPages }, (_, index) => readPage(document, index + 1)));
}

async function readPage(
  document: Awaited<ReturnType<typeof getDocumentProxy>>,
  pageNumber: number,
): Promise<PrintedPage> {
  const page = await document.getPage(pageNumber);
  const { width, height } = page.getViewport({ scale: 1 });
  const { items } = await page.getTextContent();
  const texts = items.flatMap((item) => {
    if (!('str' in item) || item.str.trim() === '') return [];
    const left = Number(item.transform[4]);
    const baseline = height - Number(item.transform[5]);
    return [{ text: item.str.trim(), left, right: left + item.width, top: baseline - item.height, bottom: baseline }];
  });
  return { width, height, texts, text: texts.map(({ text }) => text).join(' ') };
}
