import { PDFDocument } from '@cantoo/pdf-lib'
import { expect, vi } from 'vitest'
import type { OutgoingMail } from '../../worker/mail/providers.ts'
import { consume, type HeldQueues, waitForEmptyOutbox } from '../notifications/hold-queues.ts'
import { stripe } from './paid-game.ts'

const readHex = (hex: string) =>
  new TextDecoder('windows-1252').decode(Uint8Array.from(hex.match(/../g) ?? [], (code) => Number.parseInt(code, 16)))

/** The texts that the page shows. */
export async function textsOf(pdf: Uint8Array): Promise<string[]> {
  expect((await PDFDocument.load(pdf)).getPageCount()).toBe(1)
  const file = new TextDecoder('latin1').decode(pdf)
  expect(file).toMatch(/^%PDF-1\.4/)
  return [...file.matchAll(/<([0-9a-f]+)> Tj/g)].map(([, hex = '']) => readHex(hex))
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
