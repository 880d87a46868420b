import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { FormContent } from '../../domain/forms/content.ts'
import type { MissingAnswer, StoredAnswers } from '../../domain/forms/decide.ts'
import { formExportFormats, formExportStates, type StoredPart } from '../../domain/forms/export-contract.ts'
import type { EventChange } from '../../domain/forms/list-changes.ts'
import { formPaymentMethods, formPaymentStates, formRefundReasons } from '../../domain/forms/payment-contract.ts'
import type { FormPrice } from '../../domain/forms/price-answers.ts'
import type { SeasonGuest } from '../../domain/forms/season-guests.ts'
import { type FormSettings, firstSettings } from '../../domain/forms/settings.ts'
import type { Signature } from '../../domain/forms/signature.ts'
import { submissionEventKinds, submissionStates } from '../../domain/forms/submission-contract.ts'
import type { FormView } from '../../domain/forms/view-contract.ts'
import { currencies } from '../../domain/money.ts'
import { refundStates } from '../../domain/orders/contract.ts'
import { defaultPlatform, platformIds } from '../../domain/platforms.ts'
import { users } from '../accounts/schema.ts'
import { refundWaitColumns } from '../payments/refund-columns.ts'
import { teams } from '../teams/schema.ts'

/** Settings that came later, so not all stored ones have them. */
type LaterSettings = 'layout' | 'isNeededToJoin'
export type StoredSettings = Omit<FormSettings, 'people' | LaterSettings> &
  Partial<Pick<FormSettings, LaterSettings>> & {
    /** Increases with each change. Without one, it is 1. */
    version?: number
  }

// A default of a column cannot change without a new table, so it has no later settings. Whoever reads them adds these.
const { people: _people, layout: _layout, isNeededToJoin: _isNeededToJoin, ...storedFirst } = firstSettings('UTC')

export const forms = sqliteTable(
  'forms',
  {
    id: text('id').primaryKey(),
    teamId: text('team_id')
      .notNull()
      .references(() => teams.id),
    /** A copy of the title of the draft. */
    title: text('title').notNull(),
    /** What is being built. People fill a published version. */
    draft: text('draft', { mode: 'json' }).$type<FormContent>().notNull(),
    /** Increases with each change of the draft, so that a second tab notices it. */
    version: integer('version').notNull().default(1),
    /** The latest published version; null before the first. */
    publishedNumber: integer('published_number'),
    /** The version of the draft that was published last. */
    publishedVersion: integer('published_version'),
    isClosed: integer('is_closed', { mode: 'boolean' }).notNull().default(false),
    /** When an organizer has closed it. What was begun before is taken for some minutes more. */
    closedAt: integer('closed_at'),
    /** The form of which it began as a copy, such as the one of last season. */
    copiedFrom: text('copied_from'),
    /** Who can fill it, when and how often. The people who were named are in `form_people`. */
    settings: text('settings', { mode: 'json' }).$type<StoredSettings>().notNull().default(storedFirst),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
    /** A copy of the setting: after so many months submissions are deleted. */
    keepMonths: integer('keep_months'),
    /** When old submissions were last looked for. */
    cleanedAt: integer('cleaned_at').notNull().default(0),
  },
  (t) => [
    index('forms_in_order').on(t.teamId, t.updatedAt, t.id),
    index('forms_to_clean').on(t.cleanedAt).where(sql`keep_months IS NOT NULL`),
  ],
)

/** What was published. A row never changes, because submissions belong to it. */
export const formVersions = sqliteTable(
  'form_versions',
  {
    formId: text('form_id')
      .notNull()
      .references(() => forms.id),
    number: integer('number').notNull(),
    content: text('content', { mode: 'json' }).$type<FormContent>().notNull(),
    publishedAt: integer('published_at').notNull(),
    /** The fields whose answers only the owner of the community sees. */
    privateFields: text('private_fields', { mode: 'json' }).$type<string[]>().notNull().default([]),
  },
  (t) => [
    primaryKey({ columns: [t.formId, t.number] }),
    // It has all that is read, so a form without such fields reads no row.
    index('form_versions_private').on(t.formId, t.number, t.privateFields).where(sql`private_fields <> '[]'`),
  ],
)

/** The waivers of each published version, by a hash of the words that are signed. A row never changes. */
export const formWaivers = sqliteTable(
  'form_waivers',
  {
    formId: text('form_id')
      .notNull()
      .references(() => forms.id),
    version: integer('version').notNull(),
    fieldId: text('field_id').notNull(),
    /** SHA-256 of the label and the text. */
    wordsHash: text('words_hash').notNull(),
    /** Everybody who fills this version signs it. */
    isForEveryone: integer('is_for_everyone', { mode: 'boolean' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.formId, t.version, t.fieldId] })],
)

/**
 * Who signed which waiver, for whom and how. It counts in all forms of the community with the same words. It stays to its date, also when the
 * submission is withdrawn or deleted, so it has no reference to it. The words are in the version of the form.
 */
export const signedWaivers = sqliteTable(
  'signed_waivers',
  {
    id: text('id').primaryKey(),
    teamId: text('team_id')
      .notNull()
      .references(() => teams.id),
    formId: text('form_id')
      .notNull()
      .references(() => forms.id),
    version: integer('version').notNull(),
    fieldId: text('field_id').notNull(),
    submissionId: text('submission_id').notNull(),
    wordsHash: text('words_hash').notNull(),
    /** Null without an account, and once the account is deleted. */
    userId: text('user_id').references(() => users.id),
    /** Where a signer without an account gets mail. */
    emailKey: text('email_key'),
    /** The label of the submission, such as the name of the signer. */
    signer: text('signer').notNull(),
    /** For whom it was signed: the name of a row, or a child whose parent has signed. Empty for the signer. */
    forWhom: text('for_whom').notNull(),
    /** The number of that row from 1; 0 outside of groups. */
    row: integer('row').notNull(),
    /** The name that was typed, or the lines that were drawn. */
    signature: text('signature', { mode: 'json' }).$type<Signature>().notNull(),
    signedAt: integer('signed_at').notNull(),
    /** From then on it does not count, and is deleted. Null: never. */
    expiresAt: integer('expires_at'),
  },
  (t) => [
    index('signed_waivers_in_order').on(t.formId, t.signedAt, t.id),
    index('signed_waivers_of_submission').on(t.submissionId),
    index('signed_waivers_by_user').on(t.userId, t.teamId, t.wordsHash).where(sql`user_id IS NOT NULL`),
    index('signed_waivers_by_email').on(t.emailKey).where(sql`email_key IS NOT NULL`),
    index('signed_waivers_to_delete').on(t.expiresAt).where(sql`expires_at IS NOT NULL`),
  ],
)

/** The addresses of the accounts that can fill a form for named people. */
export const formPeople = sqliteTable(
  'form_people',
  {
    formId: text('form_id')
      .notNull()
      .references(() => forms.id),
    emailKey: text('email_key').notNull(),
  },
  (t) => [primaryKey({ columns: [t.formId, t.emailKey] }), index('form_people_by_email').on(t.emailKey)],
)

/** What a person has begun. It never counts as sent. */
export const formDrafts = sqliteTable(
  'form_drafts',
  {
    formId: text('form_id')
      .notNull()
      .references(() => forms.id),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    answers: text('answers', { mode: 'json' }).$type<Record<string, unknown>>().notNull(),
    savedAt: integer('saved_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.formId, t.userId] }),
    index('form_drafts_by_user').on(t.userId),
    index('form_drafts_to_delete').on(t.savedAt),
  ],
)

/** Codes that organizers give to people. How often one was used is counted from the submissions. */
export const formCoupons = sqliteTable(
  'form_coupons',
  {
    id: text('id').primaryKey(),
    formId: text('form_id')
      .notNull()
      .references(() => forms.id),
    /** In capital letters. */
    code: text('code').notNull(),
    /** One of the two is null. */
    percent: integer('percent'),
    amountOff: integer('amount_off'),
    /** Of `amountOff`. */
    currency: text('currency', { enum: currencies }).notNull(),
    maxUses: integer('max_uses').notNull(),
    /** Null: as long as the form is open. */
    endsAt: integer('ends_at'),
    /** When an organizer has ended it. */
    endedAt: integer('ended_at'),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [uniqueIndex('form_coupons_by_code').on(t.formId, t.code)],
)

/** What somebody without an account has begun, and can go on with by the link that was mailed to them. */
export const formLinks = sqliteTable(
  'form_links',
  {
    /** A hash of the secret in the link. */
    keyHash: text('key_hash').primaryKey(),
    formId: text('form_id')
      .notNull()
      .references(() => forms.id),
    emailKey: text('email_key').notNull(),
    answers: text('answers', { mode: 'json' }).$type<Record<string, unknown>>().notNull(),
    mailedAt: integer('mailed_at').notNull(),
    savedAt: integer('saved_at').notNull(),
  },
  (t) => [
    index('form_links_by_form').on(t.formId),
    index('form_links_by_email').on(t.emailKey, t.mailedAt),
    index('form_links_to_delete').on(t.savedAt),
  ],
)

/** The keys of the links in later emails to who has no account. The first one is in `submissions`. */
export const submissionKeys = sqliteTable(
  'submission_keys',
  {
    /** A hash of the secret in the link. */
    keyHash: text('key_hash').primaryKey(),
    submissionId: text('submission_id')
      .notNull()
      .references(() => submissions.id),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [index('submission_keys_by_submission').on(t.submissionId)],
)

const optionStates = ['taken', 'waiting', 'released'] as const

/** What a person has sent with a form. A trigger sets the state of its options when its own changes. */
export const submissions = sqliteTable(
  'submissions',
  {
    id: text('id').primaryKey(),
    formId: text('form_id')
      .notNull()
      .references(() => forms.id),
    /** The number of the version that was filled. */
    version: integer('version').notNull(),
    state: text('state', { enum: submissionStates }).notNull(),
    /** Null without an account, and once the account is deleted. */
    userId: text('user_id').references(() => users.id),
    /** Where who has no account gets mail. */
    emailKey: text('email_key'),
    /** A hash of the secret in the link for who has no account. */
    keyHash: text('key_hash'),
    /** A keyed hash of the network address of who has no account, if places are limited, so that nobody takes them all. */
    addressHash: text('address_hash'),
    /** The first short answer, such as a name. */
    label: text('label').notNull(),
    /** The label in the form in which it is searched. */
    labelKey: text('label_key').notNull(),
    /** Its last word, such as a surname. Null if it is the only one. */
    lastWordKey: text('last_word_key'),
    answers: text('answers', { mode: 'json' }).$type<StoredAnswers>().notNull(),
    ending: text('ending').notNull(),
    /** What it costs, as computed when it was sent. Null if it costs nothing. */
    price: text('price', { mode: 'json' }).$type<FormPrice>(),
    total: integer('total').notNull().default(0),
    /** The sum of its parts that are open, which triggers keep. Only in an owing state does anybody owe it. */
    owed: integer('owed').notNull().default(0),
    /** What was paid and does not go back, by card and in cash, which triggers keep. What a bank has taken back does not count. */
    held: integer('held').notNull().default(0),
    currency: text('currency', { enum: currencies }),
    /** The coupon that was used. */
    couponId: text('coupon_id').references(() => formCoupons.id),
    /** Members may pay less. */
    wasMember: integer('was_member', { mode: 'boolean' }).notNull().default(false),
    /** In the state `paying`: until when the places are held. */
    payUntil: integer('pay_until'),
    /** What somebody else must add to what an organizer has filled for them. Until then it is in the state `asked`. */
    missing: text('missing', { mode: 'json' }).$type<MissingAnswer[]>(),
    /** The guest of the community for whom an organizer has filled it. They have a place, but are no member. */
    guestId: text('guest_id'),
    /** The guests whom it registers for seasons: the one it is about, and the children in the rows of its groups. */
    guests: text('guests', { mode: 'json' }).$type<SeasonGuest[]>(),
    /** The entry in a game of whoever has filled it by the code that hosts show at check-in, and their name there. */
    joinerId: text('joiner_id'),
    guestName: text('guest_name'),
    /** What organizers have written down about it. */
    note: text('note').notNull().default(''),
    /** Increases with each change, so that a second tab notices it. */
    revision: integer('revision').notNull().default(1),
    sentAt: integer('sent_at').notNull(),
    changedAt: integer('changed_at').notNull(),
  },
  (t) => [
    // All states together are merged from it: see `selectInOrder`.
    index('submissions_by_state').on(t.formId, t.state, t.sentAt, t.id),
    index('submissions_by_label').on(t.formId, t.labelKey, t.id),
    index('submissions_by_last_word').on(t.formId, t.lastWordKey, t.id).where(sql`last_word_key IS NOT NULL`),
    index('submissions_by_user').on(t.userId, t.sentAt, t.id).where(sql`user_id IS NOT NULL`),
    index('submissions_by_email').on(t.emailKey, t.formId).where(sql`email_key IS NOT NULL`),
    index('submissions_by_address').on(t.formId, t.addressHash, t.state, t.sentAt).where(sql`address_hash IS NOT NULL`),
    index('submissions_by_joiner').on(t.joinerId).where(sql`joiner_id IS NOT NULL`),
    index('submissions_by_coupon').on(t.couponId, t.state).where(sql`coupon_id IS NOT NULL`),
    // For the list of those who still owe. What costs nothing is not in it.
    index('submissions_owing').on(t.formId, t.sentAt, t.id).where(sql`owed > 0 AND state IN ('paying', 'accepted')`),
    // For the list of those who have paid and have no place.
    index('submissions_holding').on(t.formId, t.sentAt, t.id).where(sql`held > 0 AND state IN ('declined', 'withdrawn', 'ended')`),
    index('submissions_to_end').on(t.payUntil).where(sql`pay_until IS NOT NULL`),
  ],
)

/** The options that a submission has chosen, of fields whose options are counted. WITHOUT ROWID, so that sending a form writes fewer rows. */
export const submissionOptions = sqliteTable(
  'submission_options',
  {
    submissionId: text('submission_id')
      .notNull()
      .references(() => submissions.id),
    fieldId: text('field_id').notNull(),
    optionId: text('option_id').notNull(),
    formId: text('form_id')
      .notNull()
      .references(() => forms.id),
    /** What the option stands for, such as a season. */
    refId: text('ref_id'),
    quantity: integer('quantity').notNull(),
    /** Follows from the state of the submission. */
    state: text('state', { enum: optionStates }).notNull(),
    sentAt: integer('sent_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.submissionId, t.fieldId, t.optionId] }),
    index('submission_options_in_order').on(t.formId, t.fieldId, t.optionId, t.sentAt, t.submissionId),
    check('submission_options_quantity', sql`quantity > 0`),
  ],
)

/** How organizers have marked submissions. */
export const submissionTags = sqliteTable(
  'submission_tags',
  {
    submissionId: text('submission_id')
      .notNull()
      .references(() => submissions.id),
    tag: text('tag').notNull(),
    formId: text('form_id')
      .notNull()
      .references(() => forms.id),
    sentAt: integer('sent_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.submissionId, t.tag] }),
    index('submission_tags_in_order').on(t.formId, t.tag, t.sentAt, t.submissionId),
  ],
)

/** How often each option is taken, and how many wait for it. Triggers keep it. */
export const formOptionCounts = sqliteTable(
  'form_option_counts',
  {
    formId: text('form_id')
      .notNull()
      .references(() => forms.id),
    fieldId: text('field_id').notNull(),
    optionId: text('option_id').notNull(),
    taken: integer('taken').notNull().default(0),
    waiting: integer('waiting').notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.formId, t.fieldId, t.optionId] }),
    check('form_option_counts_positive', sql`taken >= 0 AND waiting >= 0`),
  ],
)

/** How many submissions of a form are in each state. Triggers keep it. */
export const formStateCounts = sqliteTable(
  'form_state_counts',
  {
    formId: text('form_id')
      .notNull()
      .references(() => forms.id),
    state: text('state', { enum: submissionStates }).notNull(),
    count: integer('count').notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.formId, t.state] }), check('form_state_counts_positive', sql`count >= 0`)],
)

/** What happened to a submission after it was sent. */
export const submissionEvents = sqliteTable(
  'submission_events',
  {
    id: text('id').primaryKey(),
    submissionId: text('submission_id')
      .notNull()
      .references(() => submissions.id),
    kind: text('kind', { enum: submissionEventKinds }).notNull(),
    /** Null if nobody did it by hand, or the account was deleted. */
    userId: text('user_id').references(() => users.id),
    createdAt: integer('created_at').notNull(),
    /** The answers that were changed, with what they were, the tag, or what was told to the sender. Null if the kind says all. */
    changes: text('changes', { mode: 'json' }).$type<EventChange[]>(),
  },
  (t) => [index('submission_events_in_order').on(t.submissionId, t.createdAt, t.id), index('submission_events_by_user').on(t.userId)],
)

/** A file that somebody has added to a form. Its content is in R2. */
export const formFiles = sqliteTable(
  'form_files',
  {
    id: text('id').primaryKey(),
    formId: text('form_id')
      .notNull()
      .references(() => forms.id),
    fieldId: text('field_id').notNull(),
    /** Null until it is sent. */
    submissionId: text('submission_id').references(() => submissions.id),
    /** Whoever added it, and then whoever has sent it. Null without an account. */
    userId: text('user_id').references(() => users.id),
    /** A hash of the secret with which it is sent without an account. Null once it is. */
    secretHash: text('secret_hash'),
    /** A keyed hash of the network address of who has no account, so that nobody adds files without end. Null once it is sent. */
    addressHash: text('address_hash'),
    /** The mailed link whose bearer can send it too. Then it is kept as long as the link: a trigger empties this when the link is deleted. */
    linkHash: text('link_hash').references(() => formLinks.keyHash),
    name: text('name').notNull(),
    type: text('type').notNull(),
    /** In bytes. Null until the content is stored. */
    size: integer('size'),
    /** The key in R2. */
    key: text('key').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [
    index('form_files_by_form').on(t.formId),
    index('form_files_added').on(t.formId, t.userId, t.addressHash).where(sql`submission_id IS NULL`),
    index('form_files_by_submission').on(t.submissionId).where(sql`submission_id IS NOT NULL`),
    index('form_files_by_user').on(t.userId).where(sql`user_id IS NOT NULL`),
    index('form_files_by_link').on(t.linkHash).where(sql`link_hash IS NOT NULL`),
    index('form_files_unsent').on(t.createdAt).where(sql`submission_id IS NULL AND link_hash IS NULL`),
  ],
)

/** A picture that organizers have put into forms. A published version never changes, so it stays as long as the community. */
export const formPictures = sqliteTable(
  'form_pictures',
  {
    /** The key of the photo. */
    key: text('key').notNull(),
    teamId: text('team_id')
      .notNull()
      .references(() => teams.id),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.teamId, t.key] }), index('form_pictures_by_key').on(t.key)],
)

/** What a submission costs, in parts. Part 0 gives the place. */
export const submissionParts = sqliteTable(
  'submission_parts',
  {
    submissionId: text('submission_id')
      .notNull()
      .references(() => submissions.id),
    number: integer('number').notNull(),
    /** The last day on which it is paid in time, as 'YYYY-MM-DD'. Null: at once. */
    dueOn: text('due_on'),
    amount: integer('amount').notNull(),
    /** The payment that has paid it. */
    paymentId: text('payment_id'),
    /** When the sender is reminded next; null if not again. */
    nextReminderAt: integer('next_reminder_at'),
  },
  (t) => [
    primaryKey({ columns: [t.submissionId, t.number] }),
    index('submission_parts_to_remind').on(t.nextReminderAt).where(sql`next_reminder_at IS NOT NULL`),
  ],
)

/** What was paid for a submission, or is being paid. It stays when the submission is deleted, because the law asks for it. */
export const submissionPayments = sqliteTable(
  'submission_payments',
  {
    /** The idempotency key of the page. */
    id: text('id').primaryKey(),
    submissionId: text('submission_id').notNull(),
    formId: text('form_id').notNull(),
    teamId: text('team_id')
      .notNull()
      .references(() => teams.id),
    /** The title of the form. */
    title: text('title').notNull(),
    /** Who pays; null without an account. */
    userId: text('user_id').references(() => users.id),
    /** The numbers of the parts that it pays, in order. */
    parts: text('parts', { mode: 'json' }).$type<number[]>().notNull(),
    method: text('method', { enum: formPaymentMethods }).notNull(),
    state: text('state', { enum: formPaymentStates }).notNull(),
    /** Where it was paid. Its emails carry the name of this platform. */
    platform: text('platform', { enum: platformIds }).notNull().default(defaultPlatform),
    /** Who is paid, and on which account. Null for cash. */
    payeeId: text('payee_id').references(() => users.id),
    accountId: text('account_id'),
    amount: integer('amount').notNull(),
    /** What we keep of it. */
    ourFee: integer('our_fee').notNull().default(0),
    currency: text('currency', { enum: currencies }).notNull(),
    /** The page at Stripe; null until Stripe has answered. */
    sessionId: text('session_id').unique(),
    sessionUrl: text('session_url'),
    paymentId: text('payment_id').unique(),
    /** What was given back, as Stripe says. */
    refunded: integer('refunded').notNull().default(0),
    createdAt: integer('created_at').notNull(),
    paidAt: integer('paid_at'),
  },
  (t) => [
    uniqueIndex('submission_payments_open').on(t.submissionId).where(sql`state = 'open'`),
    index('submission_payments_by_submission').on(t.submissionId, t.createdAt),
    index('submission_payments_by_team').on(t.teamId, t.state),
    index('submission_payments_by_user').on(t.userId, t.createdAt, t.id).where(sql`user_id IS NOT NULL`),
    index('submission_payments_by_payee').on(t.payeeId).where(sql`payee_id IS NOT NULL`),
    index('submission_payments_by_account').on(t.accountId, t.state).where(sql`account_id IS NOT NULL`),
    index('submission_payments_left_open').on(t.createdAt).where(sql`state = 'open'`),
  ],
)

/** Money that goes back. The id is the idempotency key at Stripe, so each is sent once. */
export const submissionRefunds = sqliteTable(
  'submission_refunds',
  {
    id: text('id').primaryKey(),
    submissionPaymentId: text('submission_payment_id')
      .notNull()
      .references(() => submissionPayments.id),
    amount: integer('amount').notNull(),
    reason: text('reason', { enum: formRefundReasons }).notNull(),
    state: text('state', { enum: refundStates }).notNull(),
    stripeId: text('stripe_id').unique(),
    createdAt: integer('created_at').notNull(),
    sentAt: integer('sent_at'),
    ...refundWaitColumns(),
  },
  (t) => [
    index('submission_refunds_by_payment').on(t.submissionPaymentId, t.createdAt),
    index('submission_refunds_unsent').on(t.createdAt).where(sql`state = 'due'`),
  ],
)

/** Columns and a filter of the list of a form, for all who run it. */
export const formViews = sqliteTable(
  'form_views',
  {
    id: text('id').primaryKey(),
    formId: text('form_id')
      .notNull()
      .references(() => forms.id),
    name: text('name').notNull(),
    /** The ids of fields. */
    columns: text('columns', { mode: 'json' }).$type<FormView['columns']>().notNull(),
    filter: text('filter', { mode: 'json' }).$type<FormView['filter']>().notNull(),
    savedAt: integer('saved_at').notNull(),
  },
  (t) => [uniqueIndex('form_views_by_name').on(t.formId, t.name)],
)

/** A file with submissions that an organizer has asked for. A job makes it, and it is deleted after some days. */
export const formExports = sqliteTable(
  'form_exports',
  {
    /** A hash of the person and of the idempotency key. */
    id: text('id').primaryKey(),
    formId: text('form_id')
      .notNull()
      .references(() => forms.id),
    /** Who has asked for it. Everyone who runs the form, and may see what is in it, can open it. */
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    format: text('format', { enum: formExportFormats }).notNull(),
    state: text('state', { enum: formExportStates }).notNull(),
    /** Which submissions and which columns. */
    part: text('part', { mode: 'json' }).$type<StoredPart>().notNull(),
    /** How many submissions are in it; null until it is made. */
    count: integer('count'),
    size: integer('size'),
    createdAt: integer('created_at').notNull(),
    /** When it is deleted; null until it is made. */
    expiresAt: integer('expires_at'),
  },
  (t) => [
    index('form_exports_in_order').on(t.formId, t.createdAt, t.id),
    index('form_exports_by_user').on(t.userId),
    index('form_exports_by_expiry').on(t.expiresAt, t.createdAt),
  ],
)
