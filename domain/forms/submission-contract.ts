import * as v from 'valibot'
import { Email } from '../accounts/contract.ts'
import { Cursor, Id, IdempotencyKey } from '../ids.ts'
import { currencies } from '../money.ts'
import { Face } from '../profiles/contract.ts'
import { oneLineText, plainText, properName } from '../texts.ts'
import { FormContent } from './content.ts'
import { FormFile, ResumeKey } from './files.ts'
import { GameGuestText } from './game-guest-contract.ts'
import { FieldId, OptionId } from './ids.ts'
import { maxAnswersSize, maxChosen, maxMessageLength, maxNoteLength, maxReasonLength, maxTagLength, maxTags } from './limits.ts'
import { formLayouts } from './settings.ts'

export const submissionPageSize = 50

/**
 * `paying`: the places are held until it is paid. `waiting`: an option is full. `asked`: an organizer decides. `accepted`: it counts.
 * `ended`: it was not paid in time.
 */
export const submissionStates = ['paying', 'waiting', 'asked', 'accepted', 'declined', 'withdrawn', 'ended'] as const
export type SubmissionState = (typeof submissionStates)[number]

/** Written with its type, because the compiler cannot infer it inside other schemas. */
const Content: v.GenericSchema<unknown, FormContent> = FormContent

export const SubmissionPath = v.object({ id: Id, submissionId: Id })

/** Answers as they are sent. `decide` judges each. */
const Answers = v.pipe(
  v.record(v.string(), v.unknown()),
  v.check((answers) => JSON.stringify(answers).length <= maxAnswersSize, 'These answers are too long.'),
)
const VersionNumber = v.pipe(v.number(), v.integer(), v.minValue(1))

/** When answers were saved. It is their version, too: each saving gets a later one. Null: there are none. */
const SavedAt = v.nullable(v.pipe(v.number(), v.integer()))

const Code = v.optional(v.pipe(v.string(), v.maxLength(100)))
/** People do not see this field. Programs that fill every field do. */
const Trap = v.optional(v.pipe(v.string(), v.maxLength(500)), '')

/** The link to a form can bring its code. */
export const OpenFormQuery = v.object({ code: Code, resume: ResumeKey, guest: GameGuestText })
export type OpenFormQuery = v.InferOutput<typeof OpenFormQuery>

const Money = v.object({ amount: v.number(), currency: v.picklist(currencies) })

/** A waiver that a person has signed before, so that it is not asked again. It counts until `expiresAt`, or forever. */
const SignedBefore = v.object({ field: v.string(), signedAt: v.number(), expiresAt: v.nullable(v.number()) })
export type SignedBefore = v.InferOutput<typeof SignedBefore>

/** Where a submission is in a list. */
const Standing = v.object({
  state: v.picklist(submissionStates),
  /** An organizer filled it, and its person must add something before it counts. Only while the state is `asked`. */
  isMissing: v.boolean(),
})
export type Standing = v.InferOutput<typeof Standing>

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
  version: VersionNumber,
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

/** The secret from the link to what was sent without an account. */
export const SubmissionKey = v.object({ key: v.optional(v.pipe(v.string(), v.maxLength(100))) })

const Sender = v.object({
  /** Null without an account, and for an account that was deleted. */
  person: v.nullable(Face),
  email: v.nullable(v.string()),
})

/** What happened to a submission, the latest first. */
export const submissionEventKinds = [
  'sent',
  'changed',
  'accepted',
  'declined',
  'withdrawn',
  'paid',
  'ended',
  'offered',
  'noted',
  'reminded',
  'messaged',
  'refunded',
  'cashUndone',
  'tagged',
  'untagged',

  'filled',
  'completed',
] as const
/** See `EventChange`. */
const Change = v.object({ field: v.nullable(v.string()), row: v.nullable(v.number()), before: v.string(), after: v.string() })
export const SubmissionEvent = v.object({
  kind: v.picklist(submissionEventKinds),
  by: v.nullable(Face),
  at: v.number(),
  /** What was changed, in words, without what the viewer may not see. */
  changes: v.array(Change),
})
export type SubmissionEvent = v.InferOutput<typeof SubmissionEvent>
export type SubmissionEventKind = SubmissionEvent['kind']

/** The fields whose answers only the owner sees, and not the viewer. Nothing of them is in what they get. */
const HiddenFields = v.array(v.string())

/** A submission as its sender and the organizers see it. */
export const Submission = v.object({
  id: v.string(),
  form: v.object({ id: v.string(), title: v.string(), team: v.object({ id: v.string(), name: v.string() }) }),
  state: v.picklist(submissionStates),
  ...Sender.entries,
  /** The name in the answers, or else the first short answer: see `labelOf`. */
  label: v.string(),
  version: v.number(),
  content: Content,
  answers: v.record(v.string(), v.unknown()),
  hidden: HiddenFields,
  /** The files in the answers. */
  files: v.array(FormFile),
  ending: v.string(),
  /** The waivers that were not asked, because the sender had signed them. */
  signed: v.array(SignedBefore),
  total: v.nullable(Money),
  payUntil: v.nullable(v.number()),
  sentAt: v.number(),
  /** Increases with each change. */
  revision: v.number(),
  /** The viewer sent it and may still withdraw it. */
  canWithdraw: v.boolean(),
  /** The viewer sent it and may still change the answers. They are judged as on the day they were sent. */
  changing: v.nullable(v.object({ today: v.string(), isMember: v.boolean() })),
  /** An organizer filled it for the sender, who must add these answers before it counts. Ages count on this day. */
  missing: v.nullable(
    v.object({
      answers: v.array(v.object({ field: v.string(), row: v.nullable(v.number()) })),
      today: v.string(),
      /** The viewer is a member of the community now. */
      isMember: v.boolean(),
    }),
  ),
  isMine: v.boolean(),
  /** Only for organizers; null for the sender. */
  organizer: v.nullable(v.object({ tags: v.array(v.string()), note: v.string() })),
  history: v.array(SubmissionEvent),
})
export type Submission = v.InferOutput<typeof Submission>

const Revision = v.pipe(v.number(), v.integer(), v.minValue(1))
export const ChangeSubmission = v.object({
  answers: Answers,
  revision: Revision,
  ...SubmissionKey.entries,
  /** With which new files were added. Needed without an account. */
  secret: v.optional(IdempotencyKey),
})
export type ChangeSubmission = v.InferOutput<typeof ChangeSubmission>
export const ChangedSubmission = v.object({ revision: v.number() })

/** How the list is sorted: by the time of sending, by name, or by the word of the state, and in each state the newest first. */
export const submissionSorts = ['newest', 'oldest', 'aToZ', 'zToA', 'stateUp', 'stateDown'] as const
export type SubmissionSort = (typeof submissionSorts)[number]

/** The list of those who run the form. */
export const SubmissionSearch = v.object({
  cursor: Cursor,
  state: v.optional(v.picklist(submissionStates)),
  tag: v.optional(v.pipe(v.string(), v.maxLength(maxTagLength))),
  /** The beginning of the label or of its last word. With an @, the beginning of the address of who has no account, or the whole address of an account. */
  q: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(100))),
  /** Only those that have chosen this option. */
  field: v.optional(FieldId),
  option: v.optional(OptionId),
  sort: v.optional(v.picklist(submissionSorts)),
})
export type SubmissionSearch = v.InferOutput<typeof SubmissionSearch>

export const maxNamedColumns = 20
export const SubmissionListSearch = v.object({
  ...SubmissionSearch.entries,
  /** The columns, separated by commas, whose cities, places and people come with their names. */
  named: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^f[0-9a-z]{1,20}(,f[0-9a-z]{1,20}){0,19}$/, `Use 1 to ${maxNamedColumns} ids of fields, separated by commas.`),
      v.transform((ids) => ids.split(',')),
    ),
  ),
})
export type SubmissionListSearch = v.InferOutput<typeof SubmissionListSearch>

/** Whether a search looks for the beginning of a name. What it finds is sorted by name. */
export const searchesName = ({ q = '' }: Pick<SubmissionSearch, 'q'>): boolean => q !== '' && !q.includes('@')

/** How the answer to a search is sorted. Without a wish, the newest come first. */
export const sortOf = ({ q, sort = 'newest' }: Pick<SubmissionSearch, 'q' | 'sort'>): SubmissionSort =>
  searchesName({ q }) && sort !== 'zToA' ? 'aToZ' : sort

export const SubmissionRow = v.object({
  id: v.string(),
  ...Standing.entries,
  ...Sender.entries,
  label: v.string(),
  version: v.number(),
  answers: v.record(v.string(), v.unknown()),
  /** The names of the cities, places and people in the columns that asked for them, by id. */
  names: v.record(v.string(), v.string()),
  files: v.array(FormFile),
  total: v.nullable(Money),
  tags: v.array(v.string()),
  sentAt: v.number(),
})
export type SubmissionRow = v.InferOutput<typeof SubmissionRow>

export const SubmissionPage = v.object({ submissions: v.array(SubmissionRow), next: v.nullable(v.string()) })
export type SubmissionPage = v.InferOutput<typeof SubmissionPage>

/** What stands above the list: the form, and how many submissions are in each state. */
export const SubmissionOverview = v.object({
  id: v.string(),
  title: v.string(),
  team: v.object({ id: v.string(), name: v.string() }),
  /** The latest published version. Its fields are the columns. */
  version: v.number(),
  content: Content,
  needsApproval: v.boolean(),
  /** Nobody can send it any longer, and nobody in line moves up. */
  isClosed: v.boolean(),
  hidden: HiddenFields,
  counts: v.array(v.object({ state: v.picklist(submissionStates), count: v.number() })),
  options: v.array(v.object({ field: v.string(), option: v.string(), taken: v.number(), waiting: v.number() })),
})
export type SubmissionOverview = v.InferOutput<typeof SubmissionOverview>

const Chosen = v.pipe(
  v.array(Id),
  v.minLength(1, 'Choose a submission.'),
  v.maxLength(maxChosen, `Choose up to ${maxChosen} submissions at once.`),
)
export const Tag = properName('A tag', 1, maxTagLength)
export const DeclineReason = oneLineText('The reason', maxReasonLength)
export const SenderMessage = v.pipe(oneLineText('The message', maxMessageLength), v.minLength(2, 'Write the message.'))
export const NoteLine = v.pipe(oneLineText('The note', maxMessageLength), v.minLength(1, 'Write the note.'))
const Tags = v.pipe(v.array(Tag), v.maxLength(maxTags, `A submission can have up to ${maxTags} tags.`))

/** Decides about several submissions, or marks them. What does not apply to one of them leaves it as it is. */
export const ChangeSubmissions = v.object({
  ids: Chosen,
  change: v.variant('do', [
    v.object({ do: v.literal('accept') }),
    v.object({ do: v.literal('decline'), reason: v.optional(DeclineReason, '') }),
    /** Puts those who are accepted on the roster of a season, on a side of it or on none. */
    v.object({ do: v.literal('roster'), seasonId: Id, groupId: v.optional(v.nullable(Id), null) }),
    v.object({ do: v.literal('remind') }),
    /** The same key reaches each sender once. */
    v.object({ do: v.literal('message'), text: SenderMessage, idempotencyKey: IdempotencyKey }),
    v.object({ do: v.literal('addTag'), tag: Tag }),
    v.object({ do: v.literal('removeTag'), tag: Tag }),
    /** Goes to the end of each note that has room for it. The same key adds it once. */
    v.object({ do: v.literal('addNote'), text: NoteLine, idempotencyKey: IdempotencyKey }),
  ]),
})
export type ChangeSubmissions = v.InferOutput<typeof ChangeSubmissions>
/** Gives all that is left of what was paid by card for these submissions back. The same key gives nothing twice. */
export const RefundSubmissions = v.object({ ids: Chosen, idempotencyKey: IdempotencyKey })
export type RefundSubmissions = v.InferOutput<typeof RefundSubmissions>

/** Those that were changed. */
export const ChangedSubmissions = v.object({ ids: v.array(v.string()) })
export type ChangedSubmissions = v.InferOutput<typeof ChangedSubmissions>

/**
 * Why organizers could not accept somebody, or put them on a roster: their side is full; the form or an option has no free place; they have no
 * account; they are not in the community.
 */
export const refusalReasons = ['sideFull', 'noPlace', 'noAccount', 'notMember'] as const
export type RefusalReason = (typeof refusalReasons)[number]

/** Those that were changed, and why others were not, if their state does not say it. */
export const DecidedSubmissions = v.object({
  ids: v.array(v.string()),
  refused: v.array(v.object({ id: v.string(), reason: v.picklist(refusalReasons) })),
})
export type DecidedSubmissions = v.InferOutput<typeof DecidedSubmissions>

export const MarkSubmission = v.object({ tags: Tags, note: plainText('A note', maxNoteLength) })
export type MarkSubmission = v.InferOutput<typeof MarkSubmission>

/** What the viewer has sent with any form. */
const MySubmission = v.object({
  id: v.string(),
  form: v.object({ id: v.string(), title: v.string(), team: v.object({ id: v.string(), name: v.string() }) }),
  ...Standing.entries,
  label: v.string(),
  total: v.nullable(Money),
  sentAt: v.number(),
})
export const MySubmissionPage = v.object({ submissions: v.array(MySubmission), next: v.nullable(v.string()) })
export type MySubmissionPage = v.InferOutput<typeof MySubmissionPage>
