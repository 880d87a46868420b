import { PDFDocument } from '@cantoo/pdf-lib'
import { expect, vi } from 'vitest'
import type { OutgoingMail } from '../../worker/mail/providers.ts'
import { consume, type HeldQueues, waitForEmptyOutbox } from '../notifications/hold-queues.ts'
import { stripe } from './paid-game.ts'

const listCodes = (hex: string) => (hex.match(/../g) ?? []).map((code) => Number.parseInt(code, 16))

/** The texts that the page shows. */
export async function textsOf(pdf: Uint8Array): Promise<string[]> {
  expect((await PDFDocument.load(pdf)).getPageCount()).toBe(1)
  const file = new TextDecoder('latin1').decode(pdf)
  expect(file).toMatch(/^%PDF-1\.4/)
  // The font of our own says what each of its codes means.
  const own = new Map(
    [...file.matchAll(/^<(..)> <(.{4})>$/gm)].map(([, code = '', letter = '']) => [
      Number.parseInt(code, 16),
      String.fromCharCode(Number.parseInt(letter, 16)),
    ]),
  )
  const read = (font: string, codes: number[]) =>
    font === 'L' ? codes.map((code) => own.get(code)).join('') : new TextDecoder('windows-1252').decode(Uint8Array.from(codes))
  return [...file.matchAll(/\/(\w) \S+ Tf .*<([0-9a-f]+)> Tj/g)].map(([, font = '', hex = '']) => read(font, listCodes(hex)))
}

/** Sends the emails that wait whose ids begin with these letters, and returns what the provider of emails got. */
export async function sendMailOf(mail: HeldQueues['mail'], prefix: string): Promise<OutgoingMail[]> {
  await waitForEmptyOutbox()
  const sent: OutgoingMail[] = []
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    sent.push(JSON.parse(String(init.body)))
    return Response.json({ id: 'x' }, { status: 201 })
  })
  await consume(
    'mail',
    mail.splice(0).filter(({ id }) => id.startsWith(prefix)),
  )
  stripe.connect()
  return sent
}
