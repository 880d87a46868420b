import { encodeBase64 } from 'hono/utils/encode'
import * as v from 'valibot'
import type { CalendarEvent } from '../../domain/calendar/contract.ts'
import { mailedCalendarType, writeCalendar } from '../../domain/calendar/write-calendar.ts'
import { asDueReceipt, listDueReceiptLines } from '../../domain/dues/receipt.ts'
import { readNoticeGame } from '../../domain/events/notice-game.ts'
import { toFileName } from '../../domain/file-name.ts'
import { MailRequest, type MailTemplateRequest } from '../../domain/mail/contract.ts'
import { getMailTopic, nameTeamTopic, splitSender } from '../../domain/mail/rules.ts'
import { parseConversationId } from '../../domain/messages/rules.ts'
import { listReceiptLines } from '../../domain/orders/receipt.ts'
import { defaultPlatform, platforms } from '../../domain/platforms.ts'
import type { WalletId } from '../../domain/wallets/contract.ts'
import type { Env } from '../env.ts'
import { signSeat } from '../events/calendar-file.ts'
import { fillSeatConfirmed, fillSeatLeft, findMailedEntries } from '../events/seat-mail.ts'
import { fillSeriesMail } from '../events/series-mail.ts'
import { fillNewMessages } from '../messages/fill-mail.ts'
import { findVisibleKeys, isNoticeVisible } from '../notifications/queries.ts'
import { findTopicNames, type TopicMail } from '../notifications/topic-mail.ts'
import type { Database } from '../platform/database.ts'
import { JobError } from '../platform/job-error.ts'
import { logLine } from '../platform/log.ts'
import { getOrigin, type Settings } from '../platform/settings.ts'
import { isDraftOpen } from '../team-drafts/queries.ts'
import { offeredWallets } from '../wallets/offered-wallets.ts'
import { chooseMailProvider, type MailAttachment, type MailBindings } from './providers.ts'
import { hasOptedOut } from './queries.ts'
import { signUnsubscribeToken } from './unsubscribe-token.ts'

/** `db` must read from the primary, so that a person who unsubscribed a second ago gets no email. */
export type MailContext = { env: MailBindings & Pick<Env, 'ASSETS'>; settings: Settings; db: Database; now: number }

/**
 * Sends one email, or throws so that the queue tries again. `JobError.permanent` means that a retry would fail too.
 * The request is parsed here, because an older release may have queued it. The id of the job is the provider's idempotency key.
 */
export async function deliverMail(request: unknown, jobId: string, { env, settings, db, now }: MailContext): Promise<void> {
  const parsed = v.safeParse(MailRequest, request)
  if (!parsed.success) {
    const path = v.getDotPath(parsed.issues[0]) ?? 'request'
    throw new JobError(`not a mail request: ${path}`, { permanent: true })
  }
  const { to, message, notice, digestOf, teamDraftId } = parsed.output
  const { platform: platformId = defaultPlatform } = parsed.output
  const origin = getOrigin(settings, platformId)
  const context = { db, now, origin }
  const template = await fillIn(parsed.output.template, {
    ...context,
    digestOf,
    wallets: offeredWallets(settings),
    secret: settings.signingSecret,
  })
  if (!template) {
    logLine('info', 'mail.skipped', { jobId, template: parsed.output.template.name, reason: 'read or deleted' })
    return
  }
  const platform = platforms[platformId]
  const topic = getMailTopic(template)
  if (topic && (await hasOptedOut(db, to, topic))) {
    logLine('info', 'mail.skipped', { jobId, template: template.name, topic })
    return
  }

  if (teamDraftId !== undefined && !(await isDraftOpen(db, teamDraftId))) {
    logLine('info', 'mail.skipped', { jobId, template: template.name, reason: 'draft gone' })
    return
  }

  if (notice && !(await isNoticeVisible(db, notice))) {
    logLine('info', 'mail.skipped', { jobId, template: template.name, reason: 'notice deleted' })
    return
  }

  const ofTeam = notice?.teamTopicId ? { userId: notice.userId, topicId: notice.teamTopicId } : findTeamTopic(template)
  const names = ofTeam && (await findTopicNames(db, ofTeam.topicId))
  const unsubscribeUrl = topic
    ? `${origin}/mail/unsubscribe/${await signUnsubscribeToken({ email: to, topic, ofTeam: names && ofTeam }, settings.signingSecret)}`
    : null
  const entries = await findEntries(template, notice, context)
  // React and the templates are large and only needed here, so we load them when an email is sent.
  const { renderMail } = await import('./templates/render-mail.tsx')
  const { subject, html, text } = await renderMail(nameCalendarFile(template, entries), {
    ...{ platform, productUrl: origin, topic, unsubscribeUrl },
    teamTopic: names && nameTeamTopic(names),
  })

  const attachments = [...(await attachReceipt(template, platform.name, env.ASSETS)), ...attachEntries(entries, now)]

  await chooseMailProvider(settings.mail, env).send({
    to,
    from: platformId === defaultPlatform ? settings.mail.from : `${platform.name} <${splitSender(settings.mail.from).email}>`,
    subject: message?.subject ?? subject,
    html,
    text,
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribeUrl ? { 'List-Unsubscribe': `<${unsubscribeUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : {}),
    },
    attachments,
    idempotencyKey: jobId,
  })
  logLine('info', 'mail.sent', { jobId, template: template.name, provider: settings.mail.provider })
}

/** The files of an email are made when it is sent, so that none wait in a queue. */
async function attachReceipt(template: MailTemplateRequest, productName: string, assets: Fetcher): Promise<MailAttachment[]> {
  const receipt = findReceipt(template, productName)
  if (!receipt) return []
  const { drawReceipt, receiptFileName } = await import('../orders/draw-receipt.ts')
  const { buffer } = await drawReceipt(receipt, productName, assets)
  return [{ name: receiptFileName(receipt), type: 'application/pdf', content: encodeBase64(buffer) }]
}

/** The games for the calendar of a player, in emails about their own seats and about a change of a game. */
async function findEntries(
  template: MailTemplateRequest,
  notice: MailRequest['notice'],
  context: { db: Database; now: number; origin: string },
): Promise<CalendarEvent[]> {
  const wanted = findSeats(template, notice)
  return wanted ? findMailedEntries(wanted, context) : []
}

/** A notice says nothing about a calendar by itself, so the email tells what the file is for. */
function nameCalendarFile(template: MailTemplateRequest, entries: readonly CalendarEvent[]): MailTemplateRequest {
  if (template.name !== 'notice' || entries.length === 0) return template
  return {
    name: 'notice',
    data: { ...template.data, calendarFile: entries.every(({ isCancelled }) => isCancelled) ? 'removes' : 'updates' },
  }
}

function attachEntries(entries: readonly CalendarEvent[], now: number): MailAttachment[] {
  const [first] = entries
  if (!first) return []
  const content = new TextEncoder().encode(writeCalendar(entries, { now, name: null }))
  return [{ name: `${toFileName(first.title).slice(0, 60)}.ics`, type: mailedCalendarType, content: encodeBase64(content.buffer) }]
}

function findSeats({ name, data }: MailTemplateRequest, notice: MailRequest['notice']) {
  if (name === 'seat-confirmed' || name === 'seat-left')
    return { userId: data.userId, game: { eventId: data.eventId }, isGone: name === 'seat-left' }
  if (name === 'series-joined' || name === 'series-left')
    return { userId: data.userId, game: { joinerIds: data.entryIds }, isGone: name === 'series-left' }
  const game = notice ? readNoticeGame(notice.key) : null
  return notice && game ? { userId: notice.userId, game, isGone: notice.key.startsWith('event-transferred:') } : null
}

function findReceipt(template: MailTemplateRequest, productName: string) {
  if (template.name === 'receipt') {
    const { receipt } = template.data
    return { number: receipt.orderId, lines: listReceiptLines(receipt) }
  }
  if (template.name === 'due-receipt') return { number: template.data.number, lines: listDueReceiptLines(asDueReceipt(template.data)) }
  if (template.name === 'membership-receipt')
    return { number: template.data.number, lines: listDueReceiptLines(asDueReceipt(template.data), 'Membership') }
  if (template.name === 'plan-receipt')
    return { number: template.data.number, lines: listDueReceiptLines(asDueReceipt({ ...template.data, team: productName }), 'Plan') }
  return template.name === 'form-receipt'
    ? { number: template.data.number, lines: listDueReceiptLines(asDueReceipt(template.data), 'Form') }
    : null
}

/** An email about messages in one topic of a community stops only that topic. */
function findTeamTopic(template: MailTemplateRequest): TopicMail | undefined {
  if (template.name !== 'new-messages' || template.data.conversations.length > 1) return undefined
  const { kind, subject } = parseConversationId(template.data.conversations[0]?.id ?? '')
  return kind === 'topic' ? { userId: template.data.userId, topicId: subject } : undefined
}

type FillContext = { db: Database; now: number; origin: string; digestOf: string | undefined; wallets: WalletId[]; secret: string }

/** The template as of now. Null if there is nothing left to say. */
async function fillIn(
  template: MailTemplateRequest,
  { db, now, origin, digestOf, wallets, secret }: FillContext,
): Promise<MailTemplateRequest | null> {
  if (template.name === 'seat-confirmed')
    return fillSeatConfirmed(template.data, { db, now, origin, wallets, seatToken: await signSeat(template.data.joinerId, secret) })
  if (template.name === 'seat-left') return fillSeatLeft(template.data, { db, now, origin })
  if (template.name === 'series-joined' || template.name === 'series-left')
    return fillSeriesMail(template, { db, now, origin, wallets, secret })
  if (template.name !== 'new-messages') return leaveOutDeleted(template, { db, userId: digestOf })
  const data = await fillNewMessages(db, template.data, now)
  return data && { name: template.name, data }
}

/** A digest without the notices that a block or a deletion has removed since. Null if none is left. Other templates stay as they are. */
async function leaveOutDeleted(
  template: MailTemplateRequest,
  { db, userId }: { db: Database; userId: string | undefined },
): Promise<MailTemplateRequest | null> {
  if (template.name !== 'digest' || userId === undefined) return template
  const { notices, total, ...data } = template.data
  const visible = await findVisibleKeys(
    db,
    userId,
    notices.map(({ key }) => key),
  )
  const left = notices.filter(({ key }) => visible.has(key))
  return left.length === 0 ? null : { name: 'digest', data: { ...data, notices: left, total: total - notices.length + left.length } }
}
