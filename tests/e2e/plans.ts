import { type APIRequestContext, expect } from '@playwright/test'

/** Buys a plan for a team of the person who is signed in: they pay at the Stripe of the sandbox and come back. */
export async function buyPlan(request: APIRequestContext, teamId: string, id: string): Promise<void> {
  const bought = await request.post('/api/payments/subscriptions', { data: { items: [{ id, teamId, type: 'TEAMS' }] } })
  const { url } = (await bought.json()) as { url: string }
  const form = { number: '4242424242424242', email: 'payer@example.com', name: 'Pat Payer' }
  const paid = await request.post(url, { form, maxRedirects: 0 })
  const sessionId = new URL(paid.headers().location ?? '').searchParams.get('session_id')
  const back = await request.post('/api/payments/return', { data: { sessionId } })
  expect(await back.json()).toMatchObject({ bought: { team: { id: teamId } } })
}
