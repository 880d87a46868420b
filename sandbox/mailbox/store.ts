import { randomUUID } from 'node:crypto'
import { MailFile, type StoredMail } from './mail-file.ts'

type ReceivedMail = StoredMail['mail']

/** An email in a list: without its bodies and headers, but with the preview line that mailboxes show next to the subject. */
export type MailSummary = Omit<ReceivedMail, 'html' | 'text' | 'headers' | 'attachments'> & { preview: string }

export type Fault = { times: number; status: number }

const maxMails = 500

/** Stores the newest emails, the newest first. With a folder, they survive a restart. */
export class MailStore {
  #mails: ReceivedMail[] = []
  #idsByKey = new Map<string, string>()
  #fault: Fault = { times: 0, status: 500 }
  #file: MailFile | null

  constructor(folder: string | null) {
    this.#file = folder === null ? null : new MailFile(folder)
    const storedMails = this.#file?.read().slice(-maxMails) ?? []
    this.#file?.replace(storedMails)
    this.#mails = storedMails.map(({ mail }) => mail).toReversed()
    for (const { key, mail } of storedMails) if (key !== null) this.#idsByKey.set(key, mail.id)
  }

  setFault(fault: Fault) {
    this.#fault = fault
  }

  /** The status with which the next email must fail, or null. Tests set it. */
  takeFault(): number | null {
    if (this.#fault.times === 0) return null
    this.#fault = { ...this.#fault, times: this.#fault.times - 1 }
    return this.#fault.status
  }

  /** Stores an email. A second email with the same idempotency key is not stored; the id of the first one is returned. */
  receive(mail: Omit<ReceivedMail, 'id' | 'receivedAt'>, key: string | null): { id: string; isDuplicate: boolean } {
    const existingId = key === null ? undefined : this.#idsByKey.get(key)
    if (existingId) return { id: existingId, isDuplicate: true }
    const id = randomUUID()
    const received = { ...mail, id, receivedAt: Date.now() }
    this.#file?.add({ key, mail: received })
    this.#mails = [received, ...this.#mails].slice(0, maxMails)
    if (key !== null) this.#idsByKey.set(key, id)
    return { id, isDuplicate: false }
  }

  find(id: string): ReceivedMail | undefined {
    return this.#mails.find((mail) => mail.id === id)
  }

  list({ to, matching, limit }: { to: string | null; matching: string | null; limit: number }): ReceivedMail[] {
    const matchingMails = this.#mails.filter((mail) => {
      const address = mail.to.toLowerCase()
      return (to === null || address === to.toLowerCase()) && (matching === null || address.includes(matching.toLowerCase()))
    })
    return matchingMails.slice(0, limit)
  }

  /** Resets everything: emails, idempotency keys and faults. */
  clear() {
    this.#mails = []
    this.#idsByKey.clear()
    this.#file?.replace([])
    this.#fault = { times: 0, status: 500 }
  }
}

const invisible = /[\u00a0\u200b-\u200f\u2007\ufeff]+/g

/**
 * Creates the summary of an email. Like mailboxes do, it uses the hidden first line of the HTML body as preview if there is one,
 * and the text otherwise.
 */
export function summarize({ html, text, headers: _, attachments: __, ...mail }: ReceivedMail): MailSummary {
  const hidden = /<div style="display:none[^"]*"[^>]*>([^<]*)</.exec(html)?.[1]
  const preview = hidden === undefined ? text : decodeEntities(hidden)
  return { ...mail, preview: preview.replace(invisible, ' ').replace(/\s+/g, ' ').trim().slice(0, 160) }
}

const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#x27;': "'" }
const decodeEntities = (text: string) => text.replace(/&(amp|lt|gt|quot|#x27);/g, (entity) => entities[entity] ?? entity)
