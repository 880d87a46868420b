import type { ReceiptLine } from '../../domain/orders/receipt.ts'
import { keepDrawable, missingLetter, type PdfLetters, readPdfLetters } from '../platform/pdf-letters.ts'
import { letterPage, needsLetters, type PdfText, writePdf } from '../platform/write-pdf.ts'

const margin = 56
const valuesAt = 190
const lineHeight = 17
/** The letters of a name have different widths. This many of the widest usual ones fit. */
const maxLetters = 58

export type DrawnReceipt = { number: string; lines: readonly ReceiptLine[] }

const cleanSpaces = (text: string) => text.normalize('NFC').replace(/\s+/gu, ' ')

const missingNote = `A ${missingLetter} stands for a letter that this file cannot show. Your payments on the site have all names as they are.`

/** A receipt as PDF. */
export async function drawReceipt(
  { number, lines: given }: DrawnReceipt,
  productName: string,
  assets: Fetcher,
): Promise<Uint8Array<ArrayBuffer>> {
  const clean = given.map(({ label, value }) => ({ label, value: cleanSpaces(value) }))
  const letters: PdfLetters = clean.some(({ value }) => needsLetters(value)) ? await readPdfLetters(assets) : new Map()
  const lines = clean.map(({ label, value }) => ({ label, value: needsLetters(value) ? keepDrawable(value, letters) : value }))
  let y = letterPage.height - 84
  const texts: PdfText[] = [{ x: margin, y, size: 22, isBold: true, text: 'Receipt' }]
  y -= 22
  texts.push({ x: margin, y, size: 11, isBold: false, text: productName })
  y -= 40
  for (const { label, value } of lines) {
    const isBold = label === 'Total'
    texts.push({ x: margin, y, size: 11, isBold, text: label })
    for (const text of wrap(value)) {
      texts.push({ x: valuesAt, y, size: 11, isBold, text })
      y -= lineHeight
    }
    y -= 6
  }
  if (lines.some(({ value }) => value.includes(missingLetter)))
    texts.push({ x: margin, y: y - lineHeight, size: 9, isBold: false, text: missingNote })
  return writePdf(`Receipt ${number}`, texts, letters)
}

/** Breaks a text at its spaces, and a word that is too long anywhere. */
function wrap(text: string): string[] {
  const lines: string[] = []
  for (const word of text.split(/\s+/).flatMap((part) => part.match(new RegExp(`.{1,${maxLetters}}`, 'gu')) ?? [])) {
    const longer = `${lines.at(-1)} ${word}`
    if (lines.length > 0 && longer.length <= maxLetters) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

export const receiptFileName = ({ number }: Pick<DrawnReceipt, 'number'>) => `receipt-${number}.pdf`
