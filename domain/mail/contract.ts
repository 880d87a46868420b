import * as v from 'valibot'
import { maxMessageLength } from '../forms/limits.ts'
import { Id } from '../ids.ts'
import { ConversationId } from '../messages/conversation-id.ts'
import { currencies } from '../money.ts'
import { maxNoticeTextLength } from '../notifications/contract.ts'
import { Instant } from '../numbers.ts'
import { Receipt } from '../orders/receipt.ts'
import { platformIds } from '../platforms.ts'
import { isOneLine } from '../texts.ts'
import { mailTopicKeys } from './topics.ts'

const line = (maxLength: number) =>
  v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(maxLength), v.check(isOneLine, 'must be one line'))

/** We accept what browsers accept. A stricter pattern would refuse names like O'Neil. */
export const MailAddress = v.pipe(v.string(), v.trim(), v.rfcEmail(), v.maxLength(100))

const welcome = v.object({
  name: v.literal('welcome'),
  data: v.object({ username: line(300) }),
})

const activitySubscriptionConfirmation = v.object({
  name: v.literal('activity-subscription-confirmation'),
  data: v.object({
    firstName: line(300),
    activitiesList: v.pipe(v.array(line(60)), v.minLength(1), v.maxLength(60)),
    city: line(120),
    /** Miles around the city. */
    radius: v.pipe(v.number(), v.finite(), v.gtValue(0), v.maxValue(1000)),
  }),
})

const announcement = v.object({
  name: v.literal('announcement'),
  data: v.object({
    username: line(300),
    heading: line(140),
    /** Plain text. An empty line starts a new paragraph. */
    body: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(5000)),
  }),
})

/** For a person who started to create a community and left. */
const teamCreationReminder = v.object({ name: v.literal('team-creation-reminder'), data: v.object({ username: line(300) }) })

const token = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{43}$/))

const verifyEmail = v.object({ name: v.literal('verify-email'), data: v.object({ token }) })
const resetPassword = v.object({ name: v.literal('reset-password'), data: v.object({ username: line(300), token }) })
/** `isFirst` is true if the account had no password before. */
const passwordSet = v.object({ name: v.literal('password-set'), data: v.object({ username: line(300), isFirst: v.boolean() }) })
const googleDisconnected = v.object({ name: v.literal('google-disconnected'), data: v.object({ username: line(300) }) })
/** A code that confirms that the owner of the account is signed in. */
const confirmationCode = v.object({
  name: v.literal('confirmation-code'),
  data: v.object({ username: line(300), code: v.pipe(v.string(), v.regex(/^\d{6}$/)) }),
})
/** A code that signs a person in and takes their seat. It has no name, because anyone can type any name and address. */
const seatCode = v.object({
  name: v.literal('seat-code'),
  data: v.object({
    title: line(200),
    placeName: line(200),
    startsAt: Instant,
    timeZone: line(100),
    sentAt: Instant,
    expiresAt: Instant,
    code: v.pipe(v.string(), v.regex(/^\d{6}$/)),
    token,
    eventId: line(100),
  }),
})
const manyWrongPasswords = v.object({ name: v.literal('many-wrong-passwords'), data: v.object({ username: line(300) }) })
const accountExists = v.object({ name: v.literal('account-exists'), data: v.object({ username: line(300) }) })
/** Older releases queued the time as text. */
const Moment = v.union([Instant, line(100)])

const newDevice = v.object({ name: v.literal('new-device'), data: v.object({ username: line(300), device: line(100), at: Moment }) })
const emailChange = v.object({ name: v.literal('email-change'), data: v.object({ username: line(300), token }) })
/** `isOld` is true for the email that goes to the previous address. */
const emailChanged = v.object({
  name: v.literal('email-changed'),
  data: v.object({ username: line(300), email: line(100), isOld: v.boolean() }),
})
const accountDeleted = v.object({ name: v.literal('account-deleted'), data: v.object({ username: line(300) }) })
const exportReady = v.object({ name: v.literal('export-ready'), data: v.object({ username: line(300) }) })

/** A seat is free for a player on the waitlist. The token accepts or declines it. */
const seatOffer = v.object({
  name: v.literal('seat-offer'),
  data: v.object({
    username: line(300),
    title: line(200),
    startsAt: Instant,
    timeZone: line(60),
    placeName: line(200),
    seats: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(50)),
    expiresAt: Instant,
    /** Older releases queued offers without it. */
    offeredAt: v.optional(Instant),
    token,
  }),
})

/** Whose seat in which game. The email job reads all else, so that it is never out of date. */
const seat = { username: line(300), userId: Id, eventId: Id, joinerId: Id }

/** What the email job itself fills in. */
const words = v.pipe(v.string(), v.maxLength(2000))
const address = v.pipe(v.string(), v.maxLength(10_000))

/** The person has a seat for sure. The email job fills in `game`. */
const seatConfirmed = v.object({
  name: v.literal('seat-confirmed'),
  data: v.object({
    ...seat,
    game: v.optional(
      v.object({
        title: words,
        /** In the time zone of the place, with its name. */
        when: words,
        /** In the time zone of the reader; null if it is the same time, or if we do not know the zone. */
        whenForReader: v.nullable(words),
        placeName: words,
        address: words,
        directionsUrl: address,
        hosts: words,
        /** What the seat is: its kind of ticket, its slot, and who comes along. */
        seat: words,
        ticketCode: v.nullable(words),
        /** Until when the person can leave without being late. */
        leaveWords: words,
        calendars: v.object({ google: address, outlook: address, apple: address }),
      }),
    ),
  }),
})

/** The person gave up a seat that was confirmed, so the entry in their calendar goes. The email job fills in `game`. */
const seatLeft = v.object({
  name: v.literal('seat-left'),
  data: v.object({ ...seat, game: v.optional(v.object({ title: words, when: words, placeName: words })) }),
})

/** For an address, which may have no account. */
const teamInvitation = v.object({
  name: v.literal('team-invitation'),
  data: v.object({ inviter: line(300), team: line(200), expiresAt: Instant, token }),
})

/** Whose plan it is: the name of the team, or null for the plan of the person. */
const planNames = { username: line(300), plan: line(100), team: v.nullable(line(200)) }

/** The plan stays until `endsAt`, and is paid if the card is changed before. */
const planPaymentFailed = v.object({
  name: v.literal('plan-payment-failed'),
  data: v.object({ ...planNames, endsAt: Instant, isLast: v.boolean() }),
})
const planEnded = v.object({ name: v.literal('plan-ended'), data: v.object(planNames) })
/** `price` is what the plan costs from then on, such as "$15 a month". */
const planTrialEnds = v.object({ name: v.literal('plan-trial-ends'), data: v.object({ ...planNames, price: line(60), endsAt: Instant }) })

const receipt = v.object({ name: v.literal('receipt'), data: v.object({ username: line(300), receipt: Receipt }) })

const FormLink = v.pipe(v.string(), v.maxLength(300), v.regex(/^\/form\/\P{Cc}*$/u))

/** What a member has paid to their community. */
const dueReceipt = v.object({
  name: v.literal('due-receipt'),
  data: v.object({
    username: line(300),
    number: line(64),
    title: line(200),
    team: line(200),
    teamId: Id,
    amount: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
    currency: v.picklist(currencies),
    paidAt: Instant,
  }),
})

export const formNews = [
  'waiting',
  'asked',
  'accepted',
  'declined',
  'ended',
  'payable',
  'paying',
  'partDue',
  'refunded',
  'reminder',
  'message',

  'begun',
  'missing',
  'filled',
  'filledPayable',
] as const
export type FormNews = (typeof formNews)[number]

/** What a person has paid for a form. `path` is null without an account. */
const formReceipt = v.object({
  name: v.literal('form-receipt'),
  data: v.object({ ...v.omit(dueReceipt.entries.data, ['teamId']).entries, path: v.nullable(FormLink) }),
})

/** What a person has sent with a form, and what became of it. The link is for those who sent it, with or without an account. */
const formNewsMail = v.object({
  name: v.literal('form-news'),
  data: v.object({
    title: line(200),
    team: line(200),
    news: v.picklist(formNews),
    /** What the organizers wrote: their message, or why they declined it. */
    reason: v.nullable(line(maxMessageLength)),
    path: v.nullable(FormLink),
  }),
})

const noticeTexts = {
  title: line(400),
  text: v.pipe(v.string(), v.maxLength(maxNoticeTextLength), v.check(isOneLine, 'must be one line')),
  path: v.pipe(v.string(), v.regex(/^\/(?![/\\])\P{Cc}*$/u)),
}

/** News about the account on which a host is paid. */
const payoutAccount = v.object({
  name: v.literal('payout-account'),
  data: v.object({ username: line(300), title: line(200), text: line(600) }),
})

/** News about the money of a game, such as a dispute. */
const moneyNews = v.object({
  name: v.literal('money-news'),
  data: v.object({ username: line(300), title: line(400), text: line(600) }),
})

/** News about a membership that a person has bought from a community. */
const membership = v.object({
  name: v.literal('membership'),
  data: v.object({ username: line(300), title: line(200), text: line(600) }),
})

/** One template for all notifications. The text comes from the feature that sends the notification. */
const notice = v.object({
  name: v.literal('notice'),
  data: v.object({
    username: line(300),
    topic: v.picklist(mailTopicKeys),
    ...noticeTexts,
    /** Why the person gets it. Older releases queued emails without it. */
    reason: v.optional(v.pipe(v.string(), v.maxLength(400), v.check(isOneLine, 'must be one line'))),
  }),
})

/** Several notifications of one topic in one email. */
const digest = v.object({
  name: v.literal('digest'),
  data: v.object({
    username: line(300),
    topic: v.picklist(mailTopicKeys),
    /** May be more than the notices listed here. */
    total: v.number(),
    notices: v.pipe(v.array(v.object({ key: v.pipe(v.string(), v.maxLength(300)), ...noticeTexts })), v.minLength(1), v.maxLength(100)),
  }),
})

/** An email about messages names this many conversations. */
export const maxConversationsInMail = 20

/**
 * What a person has not read in some conversations, after the message `since` of each. The email job fills in the words, so that none wait in a
 * queue.
 */
const newMessages = v.object({
  name: v.literal('new-messages'),
  data: v.object({
    userId: v.pipe(v.string(), v.maxLength(64)),
    username: line(300),
    topic: v.picklist(mailTopicKeys),
    conversations: v.pipe(
      v.array(
        v.object({
          id: ConversationId,
          since: v.number(),
          words: v.optional(v.object({ title: line(500), text: v.pipe(v.string(), v.maxLength(500)), reason: line(500) })),
        }),
      ),
      v.minLength(1),
      v.maxLength(maxConversationsInMail),
    ),
  }),
})

export const MailTemplateRequest = v.variant('name', [
  welcome,
  activitySubscriptionConfirmation,
  announcement,
  teamCreationReminder,
  verifyEmail,
  resetPassword,
  passwordSet,
  googleDisconnected,
  confirmationCode,
  seatCode,
  manyWrongPasswords,
  accountExists,
  newDevice,
  notice,
  digest,
  newMessages,
  emailChange,
  emailChanged,
  accountDeleted,
  exportReady,
  payoutAccount,
  moneyNews,
  seatOffer,
  seatConfirmed,
  seatLeft,
  teamInvitation,
  planPaymentFailed,
  planEnded,
  planTrialEnds,
  receipt,
  dueReceipt,
  formReceipt,
  formNewsMail,
  membership,
])
export type MailTemplateRequest = v.InferOutput<typeof MailTemplateRequest>

export type MailTemplateName = MailTemplateRequest['name']
export type MailData<Name extends MailTemplateName> = Extract<MailTemplateRequest, { name: Name }>['data']

/** The message that a feature puts in the mail queue: the address, the template and its data. */
export const MailRequest = v.object({
  to: MailAddress,
  /** The platform whose name the email carries; the default platform if left out. */
  platform: v.optional(v.picklist(platformIds)),
  /** A subject given here replaces that of the template. */
  message: v.optional(v.object({ subject: line(200) })),
  template: MailTemplateRequest,
  /** The draft that the email reminds of. If it is gone by then, the email is not sent. */
  teamDraftId: v.optional(v.pipe(v.string(), v.maxLength(64))),
  /** The recipient of a digest. Notices that were deleted by then are left out of it. */
  digestOf: v.optional(v.pipe(v.string(), v.maxLength(64))),
  /** The notice that this email repeats, and the person who caused it. If the notice was deleted by then, the email is not sent. */
  notice: v.optional(
    v.object({
      userId: v.string(),
      key: v.string(),
      actorId: v.optional(v.nullable(v.string())),
      /** The topic of a community. The email has a link that turns off this topic, and no other. */
      teamTopicId: v.optional(v.nullable(v.string())),
    }),
  ),
})
export type MailRequest = v.InferOutput<typeof MailRequest>
