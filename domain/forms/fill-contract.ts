import * as v from 'valibot'
import { Email } from '../accounts/contract.ts'
import { IdempotencyKey } from '../ids.ts'
import { FormFile, ResumeKey } from './files.ts'
import { GameGuestText } from './game-guest-contract.ts'
import { formLayouts } from './settings.ts'
import { Answers, Content, Money, SignedBefore, Standing, submissionStates } from './submission-contract.ts'

/** When answers were saved. It is their version, too: each saving gets a later one. Null: there are none. */
const SavedAt = v.nullable(v.pipe(v.number(), v.integer()))

const Code = v.optional(v.pipe(v.string(), v.maxLength(100)))
/** People do not see this field. Programs that fill every field do. */
const Trap = v.optional(v.pipe(v.string(), v.maxLength(500)), '')

/** The link to a form can bring its code. */
export const OpenFormQuery = v.object({ code: Code, resume: ResumeKey, guest: GameGuestText })
export type OpenFormQuery = v.InferOutput<typeof OpenFormQuery>

/** A form as those see it who fill it. */
export const OpenForm = v.object({
  id: v.string(),
  title: v.string(),
  team: v.object({ id: v.string(), name: v.string() }),
  /** `early`: it opens later. `closed`: it is over, or was closed. `full`: no more submissions are taken. Only `open` has a content. */
  state: v.picklist(['open', 'early', 'closed', 'full']),
  opensAt: v.nullable(v.number()),
  closesAt: v.nullable(v.number()),
  timeZone: v.string(),
  layout: v.picklist(formLayouts),
  /** The number of the version that is filled. */
  version: v.number(),
  content: v.nullable(Content),
  /** How many of a limited option are left. 0 and below: it is full. */
  left: v.array(v.object({ field: v.string(), option: v.string(), left: v.number() })),
  needsAccount: v.boolean(),
  needsApproval: v.boolean(),
  /** After so many months what was sent is deleted; null: it is kept as long as the community. */
  keepMonths: v.nullable(v.number()),
  changesUntil: v.nullable(v.number()),
  thankYouUrl: v.nullable(v.string()),
  feeBasisPoints: v.number(),
  /** The day in the zone of the form. Ages and prices depend on it. */
  today: v.string(),
  viewer: v.object({
    isSignedIn: v.boolean(),
    /** Whom the hosts of a game know by this name has opened it by their code. Then it does not matter who is signed in. */
    guestName: v.optional(v.string()),
    isMember: v.boolean(),
    /** May see its submissions, and change it. */
    isOrganizer: v.boolean(),
    /** False if this person has sent it as often as they may. */
    canSend: v.boolean(),
    /** What the viewer has sent with this form, the latest first. */
    sent: v.array(v.object({ id: v.string(), ...Standing.entries, sentAt: v.number() })),
    signed: v.array(SignedBefore),
    /** The account knows some of the answers: see `KnownAnswers`. */
    hasKnownAnswers: v.boolean(),
    /** What the viewer has begun on any of their devices. */
    draft: v.nullable(v.object({ answers: v.record(v.string(), v.unknown()), savedAt: SavedAt })),
    /** The files that they have added to it, and not sent. */
    files: v.array(FormFile),
  }),
})
export type OpenForm = v.InferOutput<typeof OpenForm>

/**
 * Keeps what a person has begun, so that they can go on with it on another device. Empty answers delete it. `savedAt` is that of the answers that
 * these replace. If others were saved since then, nothing is overwritten.
 */
export const SaveAnswers = v.object({ answers: Answers, savedAt: SavedAt, resume: ResumeKey })
export type SaveAnswers = v.InferOutput<typeof SaveAnswers>
export const SavedAnswers = v.object({ savedAt: SavedAt })

/** Mails a link with which a person without an account goes on with the form later. */
export const MailFormLink = v.object({
  ...{ email: Email, answers: Answers, code: Code, website: Trap },
  /** With which files were added. The link opens them too. */
  secret: v.optional(IdempotencyKey),
})
export type MailFormLink = v.InferOutput<typeof MailFormLink>

export const SendForm = v.object({
  /** The version that was filled. A later one may have been published meanwhile. */
  version: v.pipe(v.number(), v.integer(), v.minValue(1)),
  answers: Answers,
  code: Code,
  resume: ResumeKey,
  guest: GameGuestText,
  /** The name of that guest when they opened the form. */
  guestName: v.optional(v.pipe(v.string(), v.maxLength(100))),
  /** Wait for a place if a chosen option is full. */
  acceptsWaiting: v.optional(v.boolean(), false),
  /** The code of the coupon that counts in the price. */
  coupon: v.optional(v.pipe(v.string(), v.maxLength(40))),
  /** What the person has seen that it costs in all; null if it costs nothing. */
  total: v.nullable(Money),
  /** Without an account: where the link to what was sent goes. */
  email: v.optional(v.nullable(Email), null),
  website: Trap,
  idempotencyKey: IdempotencyKey,
})
export type SendForm = v.InferOutput<typeof SendForm>

/** A code that does not look like one is a code that does not work. `accessCode` opens the form, if it needs one. */
export const CheckFormCoupon = v.object({
  code: v.pipe(v.string(), v.maxLength(100)),
  accessCode: v.optional(v.pipe(v.string(), v.maxLength(100))),
  guest: GameGuestText,
})

export const SentForm = v.object({
  id: v.string(),
  state: v.picklist(submissionStates),
  /** Opens what was sent without an account. Null with one. */
  key: v.nullable(v.string()),
  /** The id of the ending, whose words are shown. */
  ending: v.string(),
  /** Until when it must be paid; null if there is nothing to pay now. */
  payUntil: v.nullable(v.number()),
})
export type SentForm = v.InferOutput<typeof SentForm>
