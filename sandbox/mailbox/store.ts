import { randomUUID } from 'node:crypto'
import { type KeptMail, MailFile } from './mail-file.ts'

type ReceivedMail = KeptMail['mail']

/** What a list shows: the mail without its parts, and the line a mailbox prints beside the subject. */
export type MailSummary = Omit<ReceivedMail, 'html' | 'text' | 'headers'> & { preview: string }

export type Fault = { times: number; status: number }

const kept = 500

/** Mails, newest first; the oldest go when there are too many. With a folder they are still there after a restart. */
export class MailStore {
  #mails: ReceivedMail[] = []
  #idsByKey = new Map<string, string>()
  #fault: Fault = { times: 0, status: 500 }
  #file: MailFile | null

  constructor(folder: string | null) {
    this.#file = folder === null ? null : new MailFile(folder)
    const earlier = this.#file?.read().slice(-kept) ?? []
    this.#file?.replace(earlier)
    this.#mails = earlier.map(({ mail }) => mail).toReversed()
    for (const { key, mail } of earlier) if (key !== null) this.#idsByKey.set(key, mail.id)
  }

  setFault(fault: Fault) {
    this.#fault = fault
  }

  /** The status to fail the next mail with, when a test asked for that. */
  takeFault(): number | null {
    if (this.#fault.times === 0) return null
    this.#fault = { ...this.#fault, times: this.#fault.times - 1 }
    return this.#fault.status
  }

  /** The same key brings the same mail, once. */
  receive(mail: Omit<ReceivedMail, 'id' | 'receivedAt'>, key: string | null): { id: string; known: boolean } {
    const earlier = key === null ? undefined : this.#idsByKey.get(key)
    if (earlier) return { id: earlier, known: true }
    const id = randomUUID()
    const received = { ...mail, id, receivedAt: Date.now() }
    this.#file?.add({ key, mail: received })
    this.#mails = [received, ...this.#mails].slice(0, kept)
    if (key !== null) this.#idsByKey.set(key, id)
    return { id, known: false }
  }

  find(id: string): ReceivedMail | undefined {
    return this.#mails.find((mail) => mail.id === id)
  }

  list({ to, matching, limit }: { to: string | null; matching: string | null; limit: number }): ReceivedMail[] {
    const wanted = this.#mails.filter((mail) => {
      const address = mail.to.toLowerCase()
      return (to === null || address === to.toLowerCase()) && (matching === null || address.includes(matching.toLowerCase()))
    })
    return wanted.slice(0, limit)
  }

  /** As on a fresh start: no mails, no keys, no faults. */
  clear() {
    this.#mails = []
    this.#idsByKey.clear()
    this.#file?.replace([])
    this.#fault = { times: 0, status: 500 }
  }
}

const invisible = /[\u00a0\u200b-\u200f\u2007\ufeff]+/g

/** The hidden first line of the HTML part if there is one, as mailboxes show it; else the text. */
export function summarize({ html, text, headers: _, ...mail }: ReceivedMail): MailSummary {
  const hidden = /<div style="display:none[^"]*"[^>]*>([^<]*)</.exec(html)?.[1]
  const preview = hidden === undefined ? text : decodeEntities(hidden)
  return { ...mail, preview: preview.replace(invisible, ' ').replace(/\s+/g, ' ').trim().slice(0, 160) }
}

const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#x27;': "'" }
const decodeEntities = (text: string) => text.replace(/&(amp|lt|gt|quot|#x27);/g, (entity) => entities[entity] ?? entity)
