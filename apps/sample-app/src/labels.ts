import PDFDocument from 'pdfkit';
import { carrier, type LabelOrder, trackingNumberOf } from './orders';

const margin = 24;

/** Returns the shipping labels as a PDF document with one A6 page per order. */
export async function labelsPdf(sender: string, orders: LabelOrder[]): Promise<Buffer> {
  const pdf = new PDFDocument({ size: 'A6', margin, autoFirstPage: false, info: { Title: 'Labels' } });
  const chunks: Buffer[] = [];
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  const end = new Promise<void>((resolve) => pdf.once('end', resolve));
  for (const order of orders) drawLabel(pdf.addPage(), sender, order);
  pdf.end();
  await end;
  return Buffer.concat(chunks);
}

function drawLabel(pdf: PDFKit.PDFDocument, sender: string, order: LabelOrder): void {
  const { width, height } = pdf.page;
  const inner = width - 2 * margin;
  const bottom = height - margin;
  const line = (text: string, y: number, align: 'left' | 'right' | 'center' = 'left') =>
    pdf.text(printable(text), margin, y, { width: inner, height: 20, align, ellipsis: true });
  const rule = (y: number) =>
    pdf
      .moveTo(margin, y)
      .lineTo(width - margin, y)
      .lineWidth(0.75)
      .stroke();

  pdf.font('Helvetica').fontSize(9);
  line(`From: ${sender}`, margin);
  line(`Order ${order.number}`, margin, 'right');
  rule(margin + 18);
  order.address.forEach((text, at) => {
    pdf.font(at === 0 ? 'Helvetica-Bold' : 'Helvetica').fontSize(15);
    line(text, margin + 44 + at * 22);
  });
  rule(bottom - 122);
  pdf.font('Helvetica').fontSize(9);
  line(carrier, bottom - 112);
  const number = trackingNumberOf(order);
  const { bars, width: units } = code39(number);
  for (const bar of bars)
    pdf.rect(margin + (bar.at * inner) / units, bottom - 92, (bar.width * inner) / units, 64).fill();
  pdf.font('Helvetica-Bold').fontSize(12);
  line(number, bottom - 18, 'center');
}

/**
 * Replaces letters that the standard PDF fonts do not contain. An app that ships worldwide should embed a
 * font instead.
 */
export function printable(text: string): string {
  const isThere = (each: string) => /[ -~\u00a0-\u00ffŒœŠšŽžŸ€‘’“”–]/.test(each);
  const alone: Record<string, string> = { ı: 'i', ł: 'l', Ł: 'L', đ: 'd', Đ: 'D' };
  const plain = (each: string) => [each, alone[each] ?? each.normalize('NFD')[0]!, '?'].find(isThere)!;
  return [...text.normalize('NFC')].map(plain).join('');
}

/** Code 39 patterns: bars and spaces from left to right, w for wide and n for narrow (ISO/IEC 16388). */
const patterns: Record<string, string> = {
  ...{ 0: 'nnnwwnwnn', 1: 'wnnwnnnnw', 2: 'nnwwnnnnw', 3: 'wnwwnnnnn', 4: 'nnnwwnnnw' },
  ...{ 5: 'wnnwwnnnn', 6: 'nnwwwnnnn', 7: 'nnnwnnwnw', 8: 'wnnwnnwnn', 9: 'nnwwnnwnn' },
  ...{ S: 'nnwnnnwwn', W: 'wwwnnnnnn', '*': 'nwnnwnwnn' },
};

/**
 * Encodes a tracking number as a Code 39 barcode. Lengths are multiples of the width of the narrowest bar.
 */
export function code39(text: string): { bars: { at: number; width: number }[]; width: number } {
  const bars: { at: number; width: number }[] = [];
  let at = 0;
  for (const character of `*${text}*`) {
    [...patterns[character]!].forEach((each, index) => {
      const width = each === 'w' ? 2 : 1;
      if (index % 2 === 0) bars.push({ at, width });
      at += width;
    });
    at += 1;
  }
  return { bars, width: at - 1 };
}
