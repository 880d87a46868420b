import type Stripe from 'stripe'
import { authorize, changeAccount, createAccount, platformAccount } from './accounts.ts'
import { type Books, mergeMetadata, platform } from './books.ts'
import { isSupported } from './countries.ts'
import { endpoint } from './endpoint.ts'
import { invalid } from './errors.ts'
import { paginate } from './lists.ts'
import { boolean, choice, email, metadata, optional, page, paramsOf, range, shape, text, unsettable, url } from './params.ts'
import type { Row } from './types.ts'

const requested = shape({ requested: optional(boolean) })
const fields = {
  business_type: optional(choice(['company', 'government_entity', 'individual', 'non_profit'])),
  business_profile: optional(
    shape({ name: optional(text()), url: optional(unsettable(url)), mcc: optional(text(4)), product_description: optional(text()) }),
  ),
  capabilities: optional(shape({ card_payments: optional(requested), transfers: optional(requested) })),
  email: optional(email),
  metadata: optional(metadata),
  settings: optional(
    shape({
      payouts: optional(shape({ schedule: optional(shape({ interval: optional(choice(['manual', 'daily', 'weekly', 'monthly'])) })) })),
    }),
  ),
}

const createParams = paramsOf<Stripe.AccountCreateParams>()({
  ...fields,
  country: optional(text(2)),
  type: optional(choice(['express', 'standard'])),
  controller: optional(
    shape({
      fees: optional(shape({ payer: optional(choice(['account'])) })),
      losses: optional(shape({ payments: optional(choice(['application', 'stripe'])) })),
      requirement_collection: optional(choice(['stripe'])),
      stripe_dashboard: optional(shape({ type: optional(choice(['express', 'full'])) })),
    }),
  ),
})
const updateParams = paramsOf<Stripe.AccountUpdateParams>()(fields)

type Changes = {
  business_profile?: { name?: string; url?: string; mcc?: string; product_description?: string }
  business_type?: string
  email?: string
  metadata?: '' | Record<string, string>
  settings?: { payouts?: { schedule?: { interval?: string } } }
}

/** An account may be asked about by itself, or by the platform it is connected to. */
function findAccount(books: Books, id: string): Row<'account'> {
  if (id === platform && books.isPlatform) return platformAccount(books.main)
  const account = books.main.get('account', id)
  const isConnected = books.world.store.get(platform, 'authorization', id)?.isActive === true
  if (!account || !isConnected || (!books.isPlatform && books.account !== id)) throw noAccess(books, id)
  return account
}

export const noAccess = (books: Books, id: string) =>
  invalid(
    `The provided key '${books.world.options.secretKey.slice(0, 8)}****' does not have access to account '${id}' (or that account does not exist). Application access may have been revoked.`,
    { code: 'account_invalid', status: 403 },
  )

function patchOf(account: Row<'account'>, changes: Changes): Partial<Row<'account'>> {
  const { business_profile: profile, settings } = account
  const { url: address, ...words } = changes.business_profile ?? {}
  const interval = changes.settings?.payouts?.schedule?.interval
  return {
    ...(changes.business_type && { business_type: changes.business_type }),
    ...(changes.email && { email: changes.email }),
    ...(profile && { business_profile: { ...profile, ...words, ...(address !== undefined && { url: address || null }) } }),
    ...(settings?.payouts &&
      interval && { settings: { ...settings, payouts: { ...settings.payouts, schedule: { ...settings.payouts.schedule, interval } } } }),
    metadata: mergeMetadata(account.metadata, changes.metadata),
  }
}

export const accountEndpoints = [
  endpoint('POST', '/v1/accounts', createParams, ({ books, params }) => {
    if (!books.isPlatform) throw invalid('Only a platform can create accounts.', { code: 'platform_account_required' })
    const { country, controller } = params
    if (params.type && controller)
      throw invalid('You may only specify one of these parameters: type, controller.', {
        code: 'parameters_exclusive',
        param: 'controller',
      })
    const type = params.type ?? (controller?.stripe_dashboard?.type === 'express' ? 'express' : 'standard')
    if (country && !isSupported(country))
      throw invalid(`Country '${country}' is unknown. Try using a 2-character alphanumeric country code instead, such as 'US'`, {
        code: 'country_unsupported',
        param: 'country',
      })
    const account = createAccount(books, { country, type, email: params.email, business_type: params.business_type })
    authorize(books, account.id)
    return books.change('account', account.id, patchOf(account, params))
  }),
  endpoint('GET', '/v1/account', paramsOf<Stripe.AccountRetrieveParams>()({}), ({ books }) => findAccount(books, books.account)),
  endpoint('GET', '/v1/accounts/:id', paramsOf<Stripe.AccountRetrieveParams>()({}), ({ books, id }) => findAccount(books, id)),
  endpoint('POST', '/v1/accounts/:id', updateParams, ({ books, id, params }) =>
    changeAccount(books.main, id, patchOf(findAccount(books, id), params)),
  ),
  endpoint('DELETE', '/v1/accounts/:id', paramsOf<Stripe.AccountDeleteParams>()({}), ({ books, id }) => {
    if (findAccount(books, id).type === 'standard')
      throw invalid('Standard accounts cannot be deleted by their platform.', { param: 'account' })
    books.main.put('authorization', { id, isActive: false })
    return { id, object: 'account', deleted: true }
  }),
  endpoint('GET', '/v1/accounts', paramsOf<Stripe.AccountListParams>()({ ...page, created: optional(range) }), ({ books, params }) => {
    const { main } = books
    const isConnected = (id: string) => main.get('authorization', id)?.isActive === true
    return paginate(
      main
        .all('account')
        .map((account) => ({ ...account, created: account.created ?? 0 }))
        .filter(({ id }) => isConnected(id)),
      '/v1/accounts',
      params,
    )
  }),
  endpoint(
    'POST',
    '/v1/account_links',
    paramsOf<Stripe.AccountLinkCreateParams>()({
      account: text(),
      type: choice(['account_onboarding', 'account_update']),
      refresh_url: optional(url),
      return_url: optional(url),
      collection_options: optional(
        shape({
          fields: optional(choice(['currently_due', 'eventually_due'])),
          future_requirements: optional(choice(['include', 'omit'])),
        }),
      ),
    }),
    ({ books, params }) => {
      const account = findAccount(books, params.account)
      if (params.type === 'account_update')
        throw invalid('You cannot create `account_update` type Account Links for this account.', { param: 'type' })
      const { refresh_url: refreshUrl, return_url: returnUrl } = params
      if (!refreshUrl) throw invalid('Missing required param: refresh_url.', { code: 'parameter_missing', param: 'refresh_url' })
      if (!returnUrl) throw invalid('Missing required param: return_url.', { code: 'parameter_missing', param: 'return_url' })
      const id = books.newId('alnk')
      const expiresAt = books.now + 300
      books.main.put('account_link', { id, account: account.id, expiresAt, isUsed: false, returnUrl, refreshUrl })
      return { object: 'account_link', created: books.now, expires_at: expiresAt, url: `${books.world.options.url}/onboarding/${id}` }
    },
  ),
  endpoint('POST', '/v1/accounts/:id/login_links', paramsOf<Stripe.AccountCreateLoginLinkParams>()({}), ({ books, id }) => {
    const account = findAccount(books, id)
    if (account.type !== 'express')
      throw invalid('Cannot create a login link for an account that is not an Express account.', {
        code: 'not_allowed_on_standard_account',
      })
    if (!account.details_submitted) throw invalid('Cannot create a login link for an account that has not completed onboarding.')
    return { object: 'login_link', created: books.now, url: `${books.world.options.url}/accounts/${id}` }
  }),
]
