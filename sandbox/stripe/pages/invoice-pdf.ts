import { format } from '../core/currencies.ts'
import { dateOf } from '../core/periods.ts'
import type { Row } from '../core/types.ts'

/** An invoice as PDF. The package is loaded when it is needed, because it is slow to load and most runs never draw one. */
export async function drawInvoice(invoice: Row<'invoice'>): Promise<Uint8Array<ArrayBuffer>> {
  const { PDFDocument, StandardFonts } = await import('@cantoo/pdf-lib')
  const document = await PDFDocument.create()
  document.setTitle(`Invoice ${invoice.number}`)
  const font = await document.embedFont(StandardFonts.Helvetica)
  const sheet = document.addPage([612, 792])
  const write = (text: string, x: number, y: number, size = 11) => sheet.drawText(encodable(text), { x, y, size, font })
  write(`Invoice ${invoice.number}`, 56, 720, 20)
  write(dateOf(invoice.created), 56, 696)
  write([invoice.customer_name, invoice.customer_email].filter(Boolean).join(', '), 56, 680)
  let y = 640
  for (const { description, amount, currency } of invoice.lines.data.slice(0, 25)) {
    write((description ?? '').slice(0, 80), 56, y)
    write(format(amount, currency), 480, y)
    y -= 20
  }
  write('Total', 56, y - 12)
  write(format(invoice.total, invoice.currency), 480, y - 12)
  write(`Due (${invoice.status})`, 56, y - 32)
  write(format(invoice.amount_due, invoice.currency), 480, y - 32)
  return new Uint8Array(await document.save())
}

/** The built-in fonts of PDF know only Latin letters. */
const encodable = (text: string) => text.replace(/[^\u0020-\u007e\u00a1-\u00ff]/g, '?')
