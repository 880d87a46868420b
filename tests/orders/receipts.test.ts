import { env } from 'cloudflare:workers'
import { decodeBase64 } from 'hono/utils/encode'
import { describe, expect, it } from 'vitest'
import { openDispute } from '../../sandbox/stripe/core/disputes.ts'
import { drawReceipt } from '../../worker/orders/draw-receipt.ts'
import { join } from '../events/games.ts'
import { rowsOf } from '../profiles/people.ts'
import {
  books,
  buySeat,
  codeOf,
  comeBack,
  deliver,
  joinToPay,
  ordersOf,
  payOn,
  publishPaid,
  startWithHost,
  stripe,
  the,
} from './paid-game.ts'
import { sendMailOf, textsOf } from './receipt-files.ts'

const queues = startWithHost()

const sendReceipts = () => sendMailOf(queues.mail, 'receipt:')

describe('A receipt', () => {
  it.each([
    ['Олександр Ґонта', 'Олександр Ґонта'],
    ['Γιώργος Παπαδόπουλος', 'Γιώργος Παπαδόπουλος'],
    ['Nguyễn Thị Đào', 'Nguyễn Thị Đào'],
    ['Ștefan Żółty ₹ ‘Şule’', 'Ștefan Żółty ₹ ‘Şule’'],
    // A letter that comes as two characters, and a mark that no letter of the file has.
    ['Zoe\u0308 Ṭ x\u0331', 'Zoë T\u0323 x'],
    ['🏓 Maya 👨‍👩‍👧 McNeil ❤️', 'Maya McNeil'],
    ['🏓', '□'],
    ['김민준 Kim', '□□□ Kim'],
  ])('shows the name %s as %s', async (name, shown) => {
    const pdf = await drawReceipt({ number: 'n-1', lines: [{ label: 'Paid by', value: name }] }, 'Gather', env.ASSETS)
    const texts = await textsOf(pdf)
    expect(texts.slice(0, 4)).toEqual(['Receipt', 'Gather', 'Paid by', shown])
    expect(texts).toHaveLength(shown.includes('□') ? 5 : 4)
  })

  it('is mailed once as PDF, however often Stripe tells of the payment', async () => {
    await rowsOf('UPDATE users SET display_name = ? WHERE id = ?', 'Zoë Łukasz 日本', the.ana.id)
    const id = await publishPaid({}, 1500, { feeBy: 'player' })
    const session = payOn(await joinToPay(the.ana, id, { guests: ['Gus'], amount: 3150 }))
    await comeBack(the.ana, session)
    await deliver((all) => [...all, ...all])
    const [mail, ...others] = await sendReceipts()
    expect(others).toEqual([])
    expect(await sendReceipts()).toEqual([])
    const [order] = await ordersOf(the.ana)
    expect(mail?.subject).toMatch(/^Receipt: /)
    for (const words of ['Zoë Łukasz 日本', '2 seats', '$30.00', '$1.50', '$31.50 (USD)', order?.id ?? 'no order'])
      expect(mail?.text).toContain(words)
    const [file] = mail?.attachments ?? []
    expect(file).toMatchObject({ name: `receipt-${order?.id}.pdf`, type: 'application/pdf' })
    const texts = await textsOf(decodeBase64(file?.content ?? ''))
    expect(texts).toEqual(expect.arrayContaining(['Zoë Łukasz □□', '$30.00', '$1.50', '$31.50 (USD)', order?.id]))
    expect(texts.at(-1)).toMatch(/^A □ stands for a letter that this file cannot show/)
  })

  it('comes from the platform on which it was paid, as do the news about its money', async () => {
    const id = await publishPaid()
    expect((await join(the.ana, id)).status).toBeLessThan(300)
    const onMeh = { method: 'POST', origin: 'http://meh.localhost:5173', json: { amount: 1500, currency: 'usd' } }
    const { url } = await (await the.ana.ask(`/api/events/${id}/pay`, onMeh)).json<{ url: string }>()
    const session = payOn(url)
    stripe.act(() => openDispute(books(), String(books().all('charge')[0]?.id), 'fraudulent'))
    await deliver()
    expect((await comeBack(the.ana, session)).state).toBe('paid')
    const platforms = queues.mail.flatMap(({ id: job, body }) =>
      /^(receipt|mail:dispute)/.test(job) ? [[body.template.name, body.platform]] : [],
    )
    expect(platforms).toEqual(
      expect.arrayContaining([
        ['receipt', 'meh'],
        ['money-news', 'meh'],
      ]),
    )
    expect(platforms.map(([, platform]) => platform)).toEqual(platforms.map(() => 'meh'))
  })

  it('can be saved by the person who paid, and by nobody else', async () => {
    const id = await publishPaid()
    await buySeat(the.ana, id)
    const [order] = await ordersOf(the.ana)
    const path = `/api/orders/${order?.id}/receipt`
    const answer = await the.ana.ask(path)
    expect(answer.headers.get('content-type')).toBe('application/pdf')
    expect(await textsOf(new Uint8Array(await answer.arrayBuffer()))).toContain('$15.00 (USD)')
    expect(await codeOf(the.host.ask(path))).toBe('404 OrderNotFound')
    expect(await codeOf(the.bo.ask(path))).toBe('404 OrderNotFound')
  })

  it('is not there before the payment has arrived', async () => {
    const id = await publishPaid()
    await joinToPay(the.ana, id)
    const [order] = await rowsOf('SELECT id FROM orders WHERE event_id = ?', id)
    expect(await codeOf(the.ana.ask(`/api/orders/${order?.id}/receipt`))).toBe('404 OrderNotFound')
    expect(await sendReceipts()).toEqual([])
  })
})
