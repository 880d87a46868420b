import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { page } from 'vitest/browser'
import { anAccount, anInvoice, aPreview, aTeam, catchLeaving, memberPlus, setPayments, varsityTeam } from './payment-examples.ts'
import { answerWith, refuse, requestsTo } from './setup/answers.ts'
import { expectAccessible, expectAccessibleInBothThemes } from './setup/expect-accessible.ts'
import { openApp, someone } from './setup/open-app.tsx'

const viewer = someone
const address = '/settings?tab=payments'
const flags = { subscriptionsEnabled: true, notice: null, communitySale: null }
const openTab = (rest = '', config = {}) => openApp(address + rest, { viewer, config: { flags, ...config } })

const payouts = page.getByRole('region', { name: 'Organizer Payouts' })
const plans = page.getByRole('region', { name: 'Your Subscriptions' })
const history = page.getByRole('region', { name: 'History' })
const dialog = page.getByRole('dialog')
const card = (plan: string) =>
  dialog
    .getByRole('list', { name: 'Plans' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: plan, exact: true }) })
const button = (name: string | RegExp) => page.getByRole('button', { name })
const inDialog = (name: string) => dialog.getByRole('button', { name, exact: true })

const problem = (code: string, title: string, status: number) =>
  Response.json({ type: 'about:blank', title, status, code, requestId: 'r', issues: [] }, { status })

describe('The Payments tab', () => {
  it('is the third, and shows payouts, plans and the newest invoices', async () => {
    setPayments({ account: anAccount(), teams: [varsityTeam()], memberPlus, userSubscription: 'Member Plus' }, anInvoice())
    await openTab()
    const tabs = page.getByRole('tab')
    await expect.element(tabs.nth(2)).toHaveTextContent('Payments')
    await expect.element(tabs.nth(2)).toHaveAttribute('aria-selected', 'true')
    await expect.element(payouts).toHaveTextContent(/United States · USD.*Active/)
    await expect
      .element(plans)
      .toHaveTextContent(/Community Subscription.*Sunset Smashers.*Varsity, up to 50 members.*Renews on December 26, 2031\./)
    await expect.element(plans).toHaveTextContent(/Member Plus Subscription.*Member Plus.*Renews on/)
    await expect.element(history.getByRole('list')).toHaveTextContent(/Varsity, up to 50 members.*\$15\.00.*Paid/)
    await expect.element(history.getByRole('link', { name: 'View Invoices' })).toHaveAttribute('href', '/invoices')
    await expect.element(history.getByRole('link', { name: 'My Transactions' })).toHaveAttribute('href', '/transactions')
    await expectAccessibleInBothThemes()
  })

  it('gives the text of an invoice most of the list, on any screen', async () => {
    setPayments({}, anInvoice())
    await openTab()
    for (const [width, height] of [
      [1440, 900],
      [390, 844],
    ] as const) {
      await page.viewport(width, height)
      const list = history.getByRole('list')
      const text = list.getByText(/^Varsity, up to 50 members/)
      await expect.element(text).toBeVisible()
      const widthOf = (part: typeof list) => part.element().getBoundingClientRect().width
      await expect.poll(() => widthOf(text) / widthOf(list)).toBeGreaterThan(0.6)
    }
  })

  it('prompts people without anything, and has no transactions on Mehfil', async () => {
    await page.viewport(390, 844)
    setPayments({})
    await openTab('', { platform: 'meh' })
    await expect.element(button('Start Stripe Setup')).toBeVisible()
    await expect.element(plans.getByRole('link', { name: 'See plans' })).toHaveAttribute('href', '/organizer/pricing')
    await expect.element(history).toHaveTextContent('No invoices yet.')
    await expect.element(page.getByRole('link', { name: 'My Transactions' })).not.toBeInTheDocument()
    expect(document.documentElement.scrollWidth).toBe(390)
    await expectAccessible()
  })

  it('can be loaded again after an error', async () => {
    setPayments({})
    answerWith({ 'GET /api/payments': refuse('OfferChanged', 'Something went wrong on our side.') })
    await openTab()
    await expect.element(page.getByText('We could not load your payments')).toBeVisible()
    setPayments({})
    await button('Try again').click()
    await expect.element(button('Start Stripe Setup')).toBeVisible()
  })

  it('opens the page of Stripe with cards in a tab of its own', async () => {
    setPayments({})
    answerWith({ 'POST /api/payments/portal': { url: 'https://stripe.example/portal' } })
    const tab = { opener: window, closed: false, location: { replace: vi.fn() }, close: vi.fn() }
    const open = vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window)
    onTestFinished(() => open.mockRestore())
    await openTab()
    await button(/^Manage Stripe Portal/).click()
    await expect.poll(() => tab.location.replace.mock.calls).toEqual([['https://stripe.example/portal']])
    expect([tab.opener, tab.close.mock.calls]).toEqual([null, []])
    expect(requestsTo('POST /api/payments/portal').map(({ body }) => body)).toEqual([{ type: 'user', id: viewer.id }])
    answerWith({ 'POST /api/payments/portal': refuse('PaymentsUnavailable', 'Stripe does not answer.') })
    await button(/^Manage Stripe Portal/).click()
    await expect.poll(() => tab.close.mock.calls.length).toBe(1)
  })

  it('opens that page in this tab if the browser blocks another one', async () => {
    setPayments({})
    answerWith({ 'POST /api/payments/portal': { url: 'https://stripe.example/portal' } })
    const open = vi.spyOn(window, 'open').mockReturnValue(null)
    onTestFinished(() => open.mockRestore())
    const left = catchLeaving()
    await openTab()
    await button(/^Manage Stripe Portal/).click()
    await expect.element(page.getByText('Taking you to Stripe')).toBeVisible()
    expect(left).toEqual(['https://stripe.example/portal'])
  })
})

describe('A payout account', () => {
  const incomplete = anAccount({
    ...{ stripeChargesEnabled: false, deadline: Date.UTC(2031, 11, 14, 12) },
    requirements: { currently_due: ['individual.dob.day', 'individual.dob.year', 'individual.verification.document', 'external_account'] },
  })

  it('whose payouts Stripe holds says so, and what people can do', async () => {
    setPayments({
      account: anAccount({ stripePayoutsEnabled: false, requirements: { currently_due: ['external_account'] } }),
    })
    await openTab()
    await expect.element(payouts).toHaveTextContent(/Active.*Stripe holds your payouts/)
    await expect.element(payouts.getByRole('list')).toHaveTextContent(/^A bank account for your payouts$/)
    await expect.element(button('Complete Verification')).toBeVisible()
    await expectAccessibleInBothThemes()
  })

  it('that is incomplete says in plain words what Stripe needs, and leads there', async () => {
    setPayments({ account: incomplete })
    answerWith({ 'POST /api/payments/account/verification': { url: 'https://stripe.example/verify' } })
    const left = catchLeaving()
    await openTab()
    await expect.element(payouts).toHaveTextContent(/Incomplete.*by December 14, 2031/)
    await expect.element(payouts.getByRole('list')).toHaveTextContent(/^Your date of birthAn ID documentA bank account for your payouts$/)
    await expectAccessibleInBothThemes()
    await button('Complete Verification').click()
    await expect.poll(() => left).toEqual(['https://stripe.example/verify'])
  })

  it('that is active says what Stripe needs before a day, and leads there', async () => {
    setPayments({ account: { ...incomplete, stripeChargesEnabled: true, stripeDetailsSubmitted: true } })
    await openTab()
    await expect.element(payouts).toHaveTextContent(/Active.*Stripe needs this by December 14, 2031, or paid joining stops:/)
    await expect.element(button('Complete Verification')).toBeVisible()
  })

  it('opens at Stripe in a new tab', async () => {
    const tab = { opener: window, closed: false, location: { replace: vi.fn() }, close: vi.fn() }
    const open = vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window)
    onTestFinished(() => open.mockRestore())
    setPayments({ account: anAccount() })
    answerWith({ 'POST /api/payments/account/dashboard': { url: 'https://stripe.example/login' } })
    await openTab()
    await button(/^Open Stripe/).click()
    await expect.poll(() => tab.location.replace.mock.calls).toEqual([['https://stripe.example/login']])
  })

  it('that is incomplete for no reason that we know says what to do', async () => {
    setPayments({ account: anAccount({ stripeDetailsSubmitted: false }) })
    await openTab()
    await expect
      .element(payouts)
      .toHaveTextContent('Your Stripe setup is incomplete. Please complete the verification process to enable payments.')
  })

  it('is created in the country that the person chooses', async () => {
    setPayments({})
    answerWith({ 'POST /api/payments/account': { url: 'https://stripe.example/new' } })
    const left = catchLeaving()
    await openTab()
    await button('Start Stripe Setup').click()
    const country = dialog.getByRole('button', { name: /Home country/ })
    await expect.element(country).toHaveTextContent('United States')
    await expectAccessible()
    await country.click()
    await expect.poll(() => page.getByRole('option').elements()).toHaveLength(45)
    await page.getByRole('option', { name: 'Japan' }).click()
    await inDialog('Create Stripe Account').click()
    await expect.element(page.getByText('Taking you to Stripe')).toBeVisible()
    expect(left).toEqual(['https://stripe.example/new'])
    expect(requestsTo('POST /api/payments/account').map(({ body }) => body)).toEqual([
      { type: 'NEW', country: 'JP', platform: 'gth', environment: 'sandbox' },
    ])
  })

  it('is not linked if the server refuses', async () => {
    setPayments({})
    answerWith({ 'POST /api/payments/account': refuse('AccountLinked', 'You have a payout account already.') })
    await openTab()
    await button('Start Stripe Setup').click()
    await inDialog('Link Existing Stripe Account').click()
    await expect.element(dialog.getByRole('alert')).toHaveTextContent(/Something went wrong linking Stripe account.*already\./)
    expect(requestsTo('POST /api/payments/account')[0]?.body).toMatchObject({ type: 'LINK', country: 'US' })
  })

  it('is linked by the code in the address, which is then clean', async () => {
    setPayments({})
    answerWith({
      'POST /api/payments/account/code': () => {
        setPayments({ account: anAccount() })
        return { stripeId: 'acct_1', stripeChargesEnabled: true, stripeDetailsSubmitted: true }
      },
    })
    const app = await openTab('&code=ac_1&scope=read_write&state=s1')
    await expect.element(page.getByText('Successfully linked Stripe account')).toBeVisible()
    await expect.poll(app.address).toBe(address)
    await expect.element(payouts).toHaveTextContent('Active')
    expect(requestsTo('POST /api/payments/account/code').map(({ body }) => body)).toEqual([{ code: 'ac_1', state: 's1' }])
  })

  it('is not linked by a bad code', async () => {
    setPayments({})
    const text = 'Something went wrong linking stripe account from authorization code'
    answerWith({ 'POST /api/payments/account/code': refuse('LinkCodeRefused', text) })
    const app = await openTab('&code=ac_1&scope=read_write')
    await expect.element(page.getByText(text, { exact: true })).toBeVisible()
    await expect.poll(app.address).toBe(address)
  })

  it('is unlinked after a confirmation, and after a warning if people pay', async () => {
    setPayments({ account: anAccount() })
    answerWith({
      'DELETE /api/payments/account': ({ query }: { query: Record<string, string> }) => {
        if (query.force !== 'true') return problem('AccountHasPayers', 'People still pay through this account: 3 of them.', 409)
        setPayments({})
        return null
      },
    })
    await openTab()
    await button('Unlink Stripe').click()
    const confirm = page.getByRole('alertdialog')
    await expect.element(confirm.getByRole('button', { name: 'Cancel' })).toBeVisible()
    await expect
      .element(confirm)
      .toHaveTextContent(/Memberships that people have bought from you end, .* goes back to them from that money/)
    await confirm.getByRole('button', { name: 'Unlink' }).click()
    await expect.element(confirm).toHaveTextContent(/that ends\..*People still pay through this account: 3 of them\./)
    await expectAccessible()
    await confirm.getByRole('button', { name: 'Unlink' }).click()
    await expect.element(page.getByText('Your Stripe account was unlinked successful.')).toBeVisible()
    await expect.element(button('Start Stripe Setup')).toBeVisible()
  })

  it('stays if unlinking fails', async () => {
    setPayments({ account: anAccount() })
    answerWith({ 'DELETE /api/payments/account': refuse('PaymentsUnavailable', 'Our payment provider did not answer.') })
    await openTab()
    await button('Unlink Stripe').click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Unlink' }).click()
    await expect.element(page.getByText('Failed to unlink your Stripe account, please try again.')).toBeVisible()
    await expect.element(payouts).toHaveTextContent('Active')
  })
})

describe('A return from Stripe with a payment', () => {
  const returned = '&redirect_status=succeeded&payment_intent=pi_1&payment_intent_client_secret=pi_1_secret'
  const congratulations = page.getByText('Congratulations, Payment was successful!')

  it.each([
    ['paid', 'Congratulations, Payment was successful!'],
    ['open', 'Stripe is still working on your payment. It appears here once it is done.'],
    ['failed', 'The payment did not go through. Nothing was charged.'],
  ])('that is %s says so, and cleans the address', async (state, text) => {
    setPayments({})
    answerWith({ 'POST /api/payments/return': { state, bought: null, paid: null } })
    const app = await openTab(returned)
    await expect.element(page.getByText(text)).toBeVisible()
    await expect.poll(app.address).toBe(address)
    expect(requestsTo('POST /api/payments/return').map(({ body }) => body)).toEqual([
      { paymentIntent: 'pi_1', clientSecret: 'pi_1_secret' },
    ])
  })

  it('of somebody else is not congratulated', async () => {
    setPayments({})
    answerWith({ 'POST /api/payments/return': refuse('PaymentNotYours', 'We know no such payment of yours.') })
    const app = await openTab(returned)
    await expect.element(page.getByText('We know no such payment of yours.')).toBeVisible()
    await expect.poll(app.address).toBe(address)
    await expect.element(congratulations).not.toBeInTheDocument()
  })

  it('that names no payment is not believed', async () => {
    setPayments({})
    const app = await openTab('&redirect_status=succeeded')
    await expect.element(page.getByText('The payment did not go through. Nothing was charged.')).toBeVisible()
    await expect.poll(app.address).toBe(address)
    expect(requestsTo('POST /api/payments/return')).toEqual([])
  })
})

describe('The dialog to change the plan', () => {
  const openDialog = async (of: string) => button(`Change Plan of ${of}`).click()

  it('sells the first plan of a community at Stripe, at the level that fits', async () => {
    setPayments({ teams: [aTeam({ members: 120 })] })
    answerWith({ 'POST /api/payments/subscriptions': { url: 'https://stripe.example/pay' } })
    const left = catchLeaving()
    await openTab()
    await openDialog('Sunset Smashers')
    await expect.element(dialog.getByRole('heading', { name: 'Change Plan' })).toBeVisible()
    await expect.element(card('Rookie').getByRole('button', { name: 'Current' })).toBeDisabled()
    await expect.element(card('Varsity')).toHaveTextContent(/\$29per month.*The first 14 days are free.*Up to 200 members/)
    const { width } = card('Varsity').element().getBoundingClientRect()
    expect(width).toBeLessThanOrEqual(283)
    await expectAccessibleInBothThemes()
    await dialog.getByRole('button', { name: /How many members/ }).click()
    await page.getByRole('option', { name: 'Up to 1,000 members' }).click()
    await expect.element(card('Pro')).toHaveTextContent(/\$129per month/)
    await card('Varsity').getByRole('button', { name: 'Get started' }).click()
    await expect.element(page.getByText('Taking you to Stripe')).toBeVisible()
    expect(left).toEqual(['https://stripe.example/pay'])
    expect(requestsTo('POST /api/payments/subscriptions').map(({ body }) => body)).toMatchObject([
      {
        items: [{ id: 'varsity-1000', teamId: 'smashers', name: 'Varsity', quantity: 1, cost: 5900, type: 'TEAMS', platform: 'gth' }],
        environment: 'sandbox',
      },
    ])
  })

  it('sells Member Plus by the year, at the price of the platform', async () => {
    setPayments({})
    answerWith({ 'POST /api/payments/subscriptions': { url: 'https://stripe.example/pay' } })
    const left = catchLeaving()
    await openTab('&change=member-plus', { platform: 'meh' })
    await expect.element(card('Member Plus')).toHaveTextContent(/\$36per year/)
    await expect.element(dialog.getByRole('button', { name: /How many members/ })).not.toBeInTheDocument()
    await card('Member Plus').getByRole('button', { name: 'Get started' }).click()
    await expect.poll(() => left).toEqual(['https://stripe.example/pay'])
    expect(requestsTo('POST /api/payments/subscriptions')[0]?.body).toMatchObject({
      items: [{ id: 'meh-users-member-plus', teamId: null, type: 'USER', cost: 3600, platform: 'meh' }],
    })
  })

  it('changes a paid plan for what it has shown, to the cent', async () => {
    setPayments({ teams: [varsityTeam()] })
    answerWith({
      'POST /api/payments/subscriptions/preview': aPreview,
      'POST /api/payments/subscriptions': () => {
        setPayments({ teams: [varsityTeam({ planUid: 'varsity-200' })] })
        return { url: null }
      },
    })
    await openTab()
    await openDialog('Sunset Smashers')
    await expect.element(card('Varsity').getByRole('button', { name: 'Current' })).toBeDisabled()
    await dialog.getByRole('button', { name: /How many members/ }).click()
    await page.getByRole('option', { name: 'Up to 200 members' }).click()
    await card('Varsity').getByRole('button', { name: 'Get started' }).click()
    await expect
      .element(dialog)
      .toHaveTextContent(/-\$7\.50.*\$20\.00.*Due now\$12\.50.*Afterwards \$29 per month.*renews on December 26, 2031/)
    await expectAccessibleInBothThemes()
    expect(requestsTo('POST /api/payments/subscriptions')).toEqual([])
    await inDialog('Change plan').click()
    await expect.element(page.getByText('Successfully changed subscription!')).toBeVisible()
    await expect.element(dialog).not.toBeInTheDocument()
    expect(requestsTo('POST /api/payments/subscriptions')[0]?.body).toMatchObject({
      items: [
        { id: 'varsity-200', teamId: 'smashers', type: 'CHANGE_TEAM_SUBSCRIPTION', cost: 2900, prorationDate: aPreview.prorationDate },
      ],
    })
  })

  it('says why a change was refused, and shows new amounts if the old ones are out of date', async () => {
    setPayments({ teams: [varsityTeam()] })
    answerWith({
      'POST /api/payments/subscriptions/preview': aPreview,
      'POST /api/payments/subscriptions': refuse('CardDeclined', 'The card was declined, so the plan is as it was.'),
    })
    await openTab()
    await openDialog('Sunset Smashers')
    await card('Pro').getByRole('button', { name: 'Get started' }).click()
    await inDialog('Change plan').click()
    await expect.element(dialog.getByText('The card was declined, so the plan is as it was.')).toBeVisible()
    await expect.element(dialog.getByRole('button', { name: /^Change the card/ })).toBeVisible()
    answerWith({
      'POST /api/payments/subscriptions/preview': { ...aPreview, dueNow: { amount: 1300, currency: 'usd' } },
      'POST /api/payments/subscriptions': refuse('OfferChanged', 'The price or the plan has changed. Load the page again.'),
    })
    await inDialog('Change plan').click()
    await expect.element(dialog).toHaveTextContent('Due now$13.00')
  })

  it('leads to a card of their own if that of another payer was declined', async () => {
    setPayments({ teams: [varsityTeam({ isPayer: false })] })
    answerWith({
      'POST /api/payments/subscriptions/preview': aPreview,
      'POST /api/payments/subscriptions': refuse('CardDeclined', 'The card was declined, so the plan is as it was.'),
      'POST /api/payments/subscriptions/card': { url: 'https://stripe.example/card' },
    })
    const left = catchLeaving()
    await openTab()
    await openDialog('Sunset Smashers')
    await card('Pro').getByRole('button', { name: 'Get started' }).click()
    await inDialog('Change plan').click()
    await expect.element(dialog.getByText('The card was declined, so the plan is as it was.')).toBeVisible()
    await expect.element(dialog.getByRole('button', { name: /^Change the card/ })).not.toBeInTheDocument()
    await inDialog('Pay with your card').click()
    await expect.poll(() => left).toEqual(['https://stripe.example/card'])
    expect(requestsTo('POST /api/payments/subscriptions/card').map(({ body }) => body)).toEqual([{ type: 'team', id: 'smashers' }])
  })

  it('cancels a plan after a confirmation, and says until when it stays', async () => {
    setPayments({ teams: [varsityTeam()] })
    answerWith({
      'POST /api/payments/subscriptions/cancel': () => {
        setPayments({ teams: [varsityTeam({ endsAtPeriodEnd: true })] })
        return null
      },
      'POST /api/payments/subscriptions/resume': () => {
        setPayments({ teams: [varsityTeam()] })
        return null
      },
    })
    await openTab()
    await openDialog('Sunset Smashers')
    await card('Rookie').getByRole('button', { name: 'Get started' }).click()
    await expect.element(dialog).toHaveTextContent(/stays until December 26, 2031/)
    await inDialog('Cancel plan').click()
    await expect.element(page.getByText('Successfully cancelled subscription!')).toBeVisible()
    await expect.element(plans).toHaveTextContent('Ends on December 26, 2031.')
    expect(requestsTo('POST /api/payments/subscriptions/cancel').map(({ body }) => body)).toEqual([{ type: 'team', id: 'smashers' }])
    await openDialog('Sunset Smashers')
    await expect.element(dialog).toHaveTextContent(/ends on December 26, 2031/)
    await expectAccessible()
    await inDialog('Keep plan').click()
    await expect.element(inDialog('Keep plan')).not.toBeInTheDocument()
    await expect.element(plans).toHaveTextContent('Renews on December 26, 2031.')
  })

  it('says that there is no plan to cancel, if somebody else has cancelled it', async () => {
    setPayments({ teams: [varsityTeam()] })
    answerWith({ 'POST /api/payments/subscriptions/cancel': refuse('NoActiveSubscription', 'No active subscription found.') })
    await openTab()
    await openDialog('Sunset Smashers')
    await card('Rookie').getByRole('button', { name: 'Get started' }).click()
    await inDialog('Cancel plan').click()
    await expect.element(dialog.getByText('No active subscription found.')).toBeVisible()
  })

  it('has an empty list if the plans cannot be loaded, and can load them again', async () => {
    setPayments({ teams: [aTeam()] })
    answerWith({ 'GET /api/payments/plans': refuse('OfferChanged', 'Something went wrong on our side.') })
    await openTab()
    await openDialog('Sunset Smashers')
    await expect.element(dialog.getByText('We could not load the plans')).toBeVisible()
    setPayments({ teams: [aTeam()] })
    await inDialog('Try again').click()
    await expect.element(card('Pro')).toBeVisible()
  })

  it('says that payments are not set up, where one would start', async () => {
    setPayments({ publishableKey: null, teams: [aTeam()] })
    await openTab()
    await openDialog('Sunset Smashers')
    await card('Pro').getByRole('button', { name: 'Get started' }).click()
    await expect.element(dialog.getByRole('alert')).toHaveTextContent(/Payments are not set up on this site yet\..*STRIPEKEYNOTSET/)
    expect(requestsTo('POST /api/payments/subscriptions')).toEqual([])
  })

  it('shows a plan that exists, and offers no other, while plans are not sold', async () => {
    setPayments({ teams: [varsityTeam(), aTeam({ id: 'new', name: 'New Club' })] })
    await openTab('', { flags: { ...flags, subscriptionsEnabled: false } })
    await expect.element(plans).toHaveTextContent(/New Club.*Rookie/)
    await expect.element(button('Change Plan of New Club')).not.toBeInTheDocument()
    await openDialog('Sunset Smashers')
    await expect.element(dialog.getByText('Plans cannot be bought at the moment.')).toBeVisible()
    await expect.element(card('Varsity').getByRole('button', { name: 'Current' })).toBeVisible()
    await expect.element(card('Pro')).not.toBeInTheDocument()
  })
})

describe('A plan in the list', () => {
  it('says until when a failed payment can be made good, and leads there', async () => {
    setPayments({ teams: [varsityTeam({ status: 'past_due', graceEndsAt: Date.UTC(2031, 11, 10, 12) })] })
    await openTab()
    await expect.element(plans).toHaveTextContent('The last payment failed. Pay by December 10, 2031 to keep the plan.')
    await expect.element(button('Pay now')).toBeVisible()
    await expectAccessible()
  })

  it('of which another person pays can be taken over with a card', async () => {
    setPayments({ teams: [varsityTeam({ isPayer: false, status: 'trialing', trialEndsAt: Date.UTC(2031, 11, 12, 12) })] })
    answerWith({ 'POST /api/payments/subscriptions/card': { url: 'https://stripe.example/card' } })
    const left = catchLeaving()
    await openTab()
    await expect.element(plans).toHaveTextContent(/Free trial until December 12, 2031\..*Another organizer pays for it\./)
    await button('Pay with your card').click()
    await expect.poll(() => left).toEqual(['https://stripe.example/card'])
  })
})
