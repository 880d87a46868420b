import type { SiteRules } from '../../domain/other-sites/judge-url.ts'
import { socketTimeout } from '../../domain/presence/contract.ts'
import { Admissions } from './admissions.ts'
import { type Alert, Alerts } from './alerts.ts'
import { Facts } from './facts.ts'
import { FanOut } from './fan-out.ts'
import { Here } from './here.ts'
import { HiddenPeople } from './hidden-people.ts'
import { type DueLink, LinkPreviews } from './link-previews.ts'
import { Mentions } from './mentions.ts'
import { MessageFiles } from './message-files.ts'
import { MessageLog } from './message-log.ts'
import { MessageSearch } from './message-search.ts'
import { Pins } from './pins.ts'
import { PollNews } from './poll-news.ts'
import { Polls } from './polls.ts'
import { Reactions } from './reactions.ts'
import { ReadMarks } from './read-marks.ts'
import { SendLimit } from './send-limit.ts'
import { SlowMode } from './slow-mode.ts'
import { readAttachment } from './sockets.ts'
import { Summary } from './summary.ts'

/** How long D1 may be behind. All messages of this time cause one write. */
const summaryDelay = 1000
/** A message that waited longer than this was not read along: the tab was hidden. */
const readAlongTime = 10_000

/** What one object keeps of its conversation. */
export class Room {
  readonly log: MessageLog
  readonly marks: ReadMarks
  readonly reactions: Reactions
  readonly pins: Pins
  readonly mentions: Mentions
  readonly polls: Polls
  readonly files: MessageFiles
  readonly previews: LinkPreviews
  readonly facts: Facts
  readonly search: MessageSearch
  readonly hidden: HiddenPeople
  readonly admissions: Admissions
  readonly fanOut: FanOut
  readonly here: Here
  readonly summary: Summary
  readonly alerts: Alerts
  readonly slowMode: SlowMode
  readonly sendLimit = new SendLimit()
  readonly #state: DurableObjectState
  readonly #storage: DurableObjectStorage
  readonly #caughtUp = new Set<string>()
  /** A new object does not know whether its alarm was set for a summary, unless it had nothing to save when it stopped. */
  #summaryState: 'unknown' | 'due' | 'saving' | 'saved'

  /** `rules`: which links may be opened for a preview. */
  constructor(state: DurableObjectState, rules: SiteRules) {
    const { sql } = state.storage
    this.#state = state
    this.#storage = state.storage
    this.log = new MessageLog(sql)
    this.marks = new ReadMarks(sql)
    this.reactions = new Reactions(sql)
    this.files = new MessageFiles(sql)
    this.previews = new LinkPreviews(sql, rules)
    this.pins = new Pins(sql, this.files)
    this.polls = new Polls(sql)
    this.facts = new Facts(sql)
    this.alerts = new Alerts(this.facts, this.log)
    this.slowMode = new SlowMode(sql, this.facts)
    this.search = new MessageSearch(sql, this.facts)
    this.hidden = new HiddenPeople(sql)
    this.mentions = new Mentions(sql, this.hidden)
    this.summary = new Summary(this.log, this.marks, {
      ...{ mentions: this.mentions, polls: this.polls, pollNews: new PollNews(sql), files: this.files },
    })
    this.admissions = new Admissions(sql, this.facts, this.hidden)
    this.fanOut = new FanOut(state, this.hidden)
    this.here = new Here(state, this.facts, this.hidden)
    this.#summaryState = this.facts.get('isSaved') === null ? 'unknown' : 'saved'
  }

  /** The person who wrote first to somebody who has not accepted it yet. */
  get requesterId(): string | null {
    return this.facts.get('requesterId')
  }

  /** The person who was written to wants to read more. */
  accept(): void {
    this.facts.set('requesterId', null)
    this.facts.set('acceptedAt', String(Date.now()))
  }

  /** The person has read up to here. Returns whether that is new. */
  raiseMark(userId: string, seq: number, now: number): boolean {
    const first = this.log.find(this.marks.get(userId) + 1)
    if (!this.marks.raise(userId, seq)) return false
    if (first && this.#isKnownElsewhere(userId, now - first.sentAt)) this.#caughtUp.add(userId)
    return true
  }

  /** Those who have read what their other devices may show as unread, each once. */
  takeCaughtUp(): string[] {
    const userIds = [...this.#caughtUp]
    this.#caughtUp.clear()
    return userIds
  }

  /**
   * Whoever reads along has nothing to tell their other devices, because those were not told of the message. They may know one that was there
   * before the person came, or waited for a while.
   */
  #isKnownElsewhere(userId: string, age: number): boolean {
    const openedAt = this.#state.getWebSockets(userId).map((socket) => readAttachment(socket).openedAt)
    return age > readAlongTime || age > Date.now() - Math.min(Date.now(), ...openedAt)
  }

  /** What `write` stores stands together or not at all. */
  inTransaction<Result>(write: () => Result): Result {
    return this.#storage.transactionSync(write)
  }

  async scheduleSummary(): Promise<void> {
    if (this.#summaryState === 'due') return
    this.#summaryState = 'due'
    this.facts.set('isSaved', null)
    await this.#storage.setAlarm(Date.now() + summaryDelay)
  }

  /** Wakes the object when files have to be deleted. An alarm that is earlier stays: it calls this again at its end. */
  async scheduleSweep(now: number, delay = summaryDelay): Promise<void> {
    const expiry = this.files.nextExpiry()
    if (expiry === null) return
    const at = Date.now() + Math.max(expiry - now, delay)
    const alarm = await this.#storage.getAlarm()
    // While an alarm rings, it is not known here. The alarm of a summary that is due is earlier, and calls this again at its end.
    if (this.#summaryState === 'due') return
    if (alarm === null || alarm > at) await this.#storage.setAlarm(at)
  }

  /**
   * While several people are here, looks who of them has lost their network without a goodbye. Each look costs one request and one row, so
   * about 140 an hour for all people of a conversation that is left open; with only one person here there is none.
   */
  async scheduleLook(): Promise<void> {
    const at = Date.now() + socketTimeout
    const alarm = await this.#storage.getAlarm()
    // The alarm of a summary calls this again at its end.
    if (this.#summaryState === 'due' || this.#summaryState === 'saving' || (alarm !== null && alarm <= at)) return
    if (!this.here.isWatched()) return
    // Without an alarm, no summary is due. Otherwise a look in an object that was evicted would write one.
    if (alarm === null) this.#summaryState = 'saved'
    if (this.#summaryState === 'saved') this.facts.set('isSaved', '1')
    await this.#storage.setAlarm(at)
  }

  /** Writes what lists show to the database, unless the alarm rings only for an alert. */
  async writeSummary(save: (summary: ReturnType<Summary['make']>) => Promise<void>): Promise<void> {
    const conversationId = this.facts.get('conversationId')
    if (conversationId === null || this.#summaryState === 'saved') {
      this.#summaryState = 'saved'
      return
    }
    this.#summaryState = 'saving'
    const summary = this.summary.make(conversationId)
    await save(summary)
    this.summary.setSaved(summary)
    // A message that came meanwhile has made the next one due.
    if (this.#isSaving()) this.#summaryState = 'saved'
    this.search.indexWhenMany(summary.lastSeq)
  }

  #isSaving = () => this.#summaryState === 'saving'

  /** Sends the alert that is due, and waits for the next one. A summary that is due wakes the object earlier. */
  async sendAlert(send: (alert: Alert) => Promise<void>): Promise<void> {
    const nextAt = await this.alerts.sendDue(Date.now(), send)
    if (nextAt !== null && this.#summaryState !== 'due') await this.#storage.setAlarm(nextAt)
  }

  /** Asks for the pages of links that are due. */
  async askForPages(ask: (conversationId: string, links: DueLink[]) => Promise<void>): Promise<void> {
    const conversationId = this.facts.get('conversationId')
    if (conversationId !== null) await this.previews.sendDue((links) => ask(conversationId, links))
  }
}
