import { day } from './balance.ts'
import { type Books, mergeMetadata, platform } from './books.ts'
import { currencyOf } from './countries.ts'
import { emit } from './events.ts'
import type { Metadata, Row } from './types.ts'

type Account = Row<'account'>
type Requirements = NonNullable<Account['requirements']>

/** What a new account must still tell Stripe. */
const initialFields = [
  'business_profile.mcc',
  'business_profile.url',
  'business_type',
  'external_account',
  'individual.dob.day',
  'individual.dob.month',
  'individual.dob.year',
  'individual.email',
  'individual.first_name',
  'individual.last_name',
  'individual.ssn_last_4',
  'tos_acceptance.date',
  'tos_acceptance.ip',
]

export type NewAccount = {
  type: 'express' | 'standard'
  country?: string | undefined
  email?: string | undefined
  name?: string | undefined
  business_type?: string | undefined
  metadata?: '' | Metadata | undefined
}

const due = (fields: string[], changes: Partial<Requirements> = {}): Requirements => ({
  alternatives: [],
  current_deadline: null,
  currently_due: fields,
  disabled_reason: fields.length > 0 ? 'requirements.past_due' : null,
  errors: [],
  eventually_due: fields,
  past_due: fields,
  pending_verification: [],
  ...changes,
})

export function createAccount(main: Books, fields: NewAccount, isComplete = false, id = main.world.newId('acct', 16)): Account {
  const { country = 'US' } = fields
  const isExpress = fields.type !== 'standard'
  const missing = isComplete ? [] : initialFields
  return main.put('account', {
    id,
    object: 'account',
    business_profile: {
      annual_revenue: null,
      estimated_worker_count: null,
      mcc: null,
      minority_owned_business_designation: null,
      name: fields.name ?? null,
      product_description: null,
      specified_commercial_transactions_act_url: null,
      support_address: null,
      support_email: null,
      support_phone: null,
      support_url: null,
      url: null,
    },
    business_type: fields.business_type ?? null,
    capabilities: { card_payments: isComplete ? 'active' : 'inactive', transfers: isComplete ? 'active' : 'inactive' },
    charges_enabled: isComplete,
    controller: {
      fees: { payer: 'account' },
      is_controller: isExpress,
      losses: { payments: isExpress ? 'application' : 'stripe' },
      requirement_collection: 'stripe',
      stripe_dashboard: { type: isExpress ? 'express' : 'full' },
      type: isExpress ? 'application' : 'account',
    },
    country,
    created: main.now,
    default_currency: currencyOf(country),
    details_submitted: isComplete,
    email: fields.email ?? null,
    external_accounts: banksOf(id, country, isComplete),
    future_requirements: due([]),
    groups: null,
    metadata: mergeMetadata({}, fields.metadata),
    payouts_enabled: isComplete,
    requirements: due(missing),
    settings: {
      bacs_debit_payments: { display_name: null, service_user_number: null },
      branding: { icon: null, logo: null, primary_color: null, secondary_color: null },
      card_payments: {
        decline_on: { avs_failure: false, cvc_failure: false },
        statement_descriptor_prefix: null,
        statement_descriptor_prefix_kana: null,
        statement_descriptor_prefix_kanji: null,
      },
      dashboard: { display_name: fields.name ?? null, timezone: 'Etc/UTC' },
      payments: {
        statement_descriptor: null,
        statement_descriptor_kana: null,
        statement_descriptor_kanji: null,
        statement_descriptor_prefix_kana: null,
        statement_descriptor_prefix_kanji: null,
      },
      payouts: { debit_negative_balances: true, schedule: { delay_days: 2, interval: 'daily' }, statement_descriptor: null },
      sepa_debit_payments: {},
    },
    tos_acceptance: { date: null, ip: null, user_agent: null },
    type: fields.type,
    _submitted: isComplete,
  })
}

/** The bank account that payouts go to. A host enters it with everything else. */
function banksOf(id: string, country: string, isComplete: boolean): NonNullable<Account['external_accounts']> {
  const bank = {
    id: `ba_${id.slice(5)}`,
    object: 'bank_account' as const,
    account: id,
    account_holder_name: null,
    account_holder_type: null,
    account_type: null,
    available_payout_methods: ['standard'],
    bank_name: 'STRIPE TEST BANK',
    country,
    currency: currencyOf(country),
    default_for_currency: true,
    fingerprint: id.slice(5),
    future_requirements: { currently_due: [], errors: [], past_due: [], pending_verification: [] },
    last4: '6789',
    metadata: {},
    requirements: { currently_due: [], errors: [], past_due: [], pending_verification: [] },
    routing_number: '110000000',
    status: 'new',
  }
  return { object: 'list', data: isComplete ? [bank] : [], has_more: false, url: `/v1/accounts/${id}/external_accounts` }
}

/** Connects the account to the platform, so that the platform may act for it. */
export const authorize = (main: Books, account: string) => main.world.store.put(platform, 'authorization', { id: account, isActive: true })

export function changeAccount(main: Books, id: string, changes: Partial<Account>): Account {
  const account = main.find('account', id)
  const changed = main.change('account', id, changes)
  emit(main.world.books(id), 'account.updated', changed, account)
  return changed
}

const enabled = (isEnabled: boolean) => ({
  capabilities: { card_payments: isEnabled ? 'active' : 'inactive', transfers: isEnabled ? 'active' : 'inactive' },
  charges_enabled: isEnabled,
  payouts_enabled: isEnabled,
})

/** The host has filled in everything that was asked for. */
export const completeAccount = (main: Books, id: string): Account =>
  changeAccount(main, id, {
    ...enabled(true),
    business_type: main.find('account', id).business_type ?? 'individual',
    details_submitted: true,
    external_accounts: banksOf(id, main.find('account', id).country ?? 'US', true),
    requirements: due([]),
    tos_acceptance: { date: main.now, ip: '127.0.0.1', user_agent: null },
    _submitted: true,
  })

/** The host has sent the form, but a document is missing. */
export const submitIncomplete = (main: Books, id: string): Account =>
  changeAccount(main, id, {
    ...enabled(false),
    details_submitted: true,
    requirements: due(['individual.verification.document']),
    _submitted: true,
  })

/** Stripe asks for a document until a deadline. The account works until then. */
export function askForDocument(main: Books, id: string, days = 14): Account {
  const current_deadline = main.now + days * day
  main.plan('account-due', current_deadline, id)
  const fields = ['individual.verification.document']
  return changeAccount(main, id, { requirements: due(fields, { current_deadline, disabled_reason: null, past_due: [] }) })
}

/** Stripe stops charges and payouts of the account at once. */
export const restrictAccount = (main: Books, id: string): Account =>
  changeAccount(main, id, { ...enabled(false), requirements: due(['individual.verification.document']) })

/** The deadline has passed. */
export function restrictIfDue(main: Books, id: string): void {
  const { requirements } = main.find('account', id)
  if (requirements?.current_deadline && requirements.current_deadline <= main.now) restrictAccount(main, id)
}

/** The account of the platform itself. */
export const platformAccount = (main: Books): Account =>
  main.get('account', platform) ?? createAccount(main, { type: 'standard', name: 'Gather', email: 'money@gather.test' }, true, platform)
