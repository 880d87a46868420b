import { confirmFormPayment } from '../../worker/forms/confirm-form-payment.ts'
import { payForSubmission } from '../../worker/forms/pay-submission.ts'
import type { Database } from '../../worker/platform/database.ts'
import { asPerson } from '../../worker/teams/actor.ts'
import { addSubmissions, ownId } from './demo-submissions.ts'
import { sendForm as sendAtStripe } from './paid-games.ts'
import { type DemoSandbox, openSandbox } from './sandbox.ts'
import { formId } from './send-registration.ts'

/** The forms of Sunset Smashers that are filled. Needs the sandbox, the plans, the payout accounts, the seasons and the smashers. */
export async function addRegistrations(db: Database, now: number): Promise<void> {
  const sandbox = await openSandbox(db)
  if (sandbox) await addSubmissions(db, now, () => payDeposit(sandbox))
}

async function payDeposit(sandbox: DemoSandbox): Promise<void> {
  const money = sandbox.openAt(Date.now())
  const own = { formId, submissionId: ownId }
  const url = await payForSubmission(money, { actor: asPerson('demo-player') }, own, { parts: [0], amount: 2800 })
  const location = await sendAtStripe(url, { number: '4242424242424242', email: 'player@demo.test', name: 'Demo Player' })
  const sessionId = new URL(location, sandbox.settings.stripe?.sandboxUrl ?? undefined).searchParams.get('session_id')
  if (sessionId === null) throw new Error(`The sandbox took no deposit: ${location}`)
  await confirmFormPayment({ ...money, now: Date.now() }, 'demo-player', sessionId)
}
