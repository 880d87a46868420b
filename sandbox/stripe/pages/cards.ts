import { type Html, html } from './html.ts'

const cards = [
  ['4242424242424242', 'Works', 'Visa'],
  ['4000000000000002', 'Is declined', 'Visa'],
  ['4000000000009995', 'Has too little money', 'Visa'],
  ['4000000000003220', 'Asks for 3-D Secure', 'Visa'],
  ['4000002500003155', 'Asks for it only the first time', 'Visa'],
  ['4000000000000341', 'Works now, is declined later', 'Visa'],
  ['4000000000000259', 'Works, and is disputed', 'Visa'],
  ['4000000000005126', 'Works, but refunds fail', 'Visa'],
  ['4000000000000077', 'Works, and the money is available at once', 'Visa'],
] as const

const banks = [
  ['000123456789', 'Bank debit that arrives in four days', 'Account'],
  ['000222222227', 'Bank debit that fails in four days', 'Account'],
] as const

/** The choice of a test card. A single payment may also be a bank debit. */
export const cardChoice = (chosen = '4242424242424242', { withBanks = false } = {}): Html => html`<fieldset>
  <legend>Card</legend>
  ${[...cards, ...(withBanks ? banks : [])].map(
    ([number, text, brand]) => html`<label class="choice">
      <input type="radio" name="number" value="${number}"${number === chosen && html` checked`}>
      <span><b>${text}</b> <span class="soft">${brand} ending in ${number.slice(-4)}</span></span>
    </label>`,
  )}
</fieldset>`

/** What the bank asks the owner of the card. `fields` are sent again with the answer. */
export const bankQuestion = (fields: Record<string, string>): Html => html`<form method="post" aria-label="3-D Secure">
  ${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
  <p>Your bank asks you to confirm this payment (3-D Secure).</p>
  <div class="buttons">
    <button class="go" name="authentication" value="succeed">Confirm</button>
    <button class="plain" name="authentication" value="fail">Refuse</button>
  </div>
</form>`

export const answerOf = (form: URLSearchParams): 'fail' | 'succeed' | undefined => {
  const answer = form.get('authentication')
  return answer === 'fail' || answer === 'succeed' ? answer : undefined
}
