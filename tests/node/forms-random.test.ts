import { describe, expect, it } from 'vitest'
import { checkContent } from '../../domain/forms/check-content.ts'
import { type Decision, decide, type FieldState, keepAsked } from '../../domain/forms/decide.ts'
import type { Field } from '../../domain/forms/fields.ts'
import { listFormulaFields } from '../../domain/forms/formulas.ts'
import { type FormIndex, indexContent } from '../../domain/forms/index-content.ts'
import { priceAnswers } from '../../domain/forms/price-answers.ts'
import { decideNaively } from '../forms/naive-form.ts'
import { RandomForm, today } from '../forms/random-forms.ts'

/** `npm run soak` plays all of them. */
const forms = process.env.SOAK === 'full' ? 10_000 : 1_000

describe('Random forms', () => {
  it('are decided and priced like by a second, naive reader', () => {
    const seen = {
      forms: 0,
      faulty: 0,
      hidden: 0,
      rows: 0,
      skipped: 0,
      ended: 0,
      faults: 0,
      sendable: 0,
      paid: 0,
      set: 0,
      amounts: 0,
      signed: 0,
      signedForChildren: 0,
      left: 0,
    }
    for (let seed = 1; seen.forms < forms; seed++) {
      const random = new RandomForm(seed)
      const { content } = random
      if (checkContent(content).length > 0) {
        seen.faulty++
        continue
      }
      const answers = random.answers()
      const facts = { today, isMember: random.dice.below(2) === 0, coupon: null, feeBasisPoints: 250 }
      const index = indexContent(content)
      const way = { signed: random.signed(), isForAnother: random.dice.below(3) === 0 }
      const decision = decide(index, answers, today, way)
      const naive = decideNaively(content, answers, today, way)
      const states = [...decision.fields].flatMap(([id, state]) => [
        { key: id, state },
        ...(state.rows ?? []).flatMap((row, number) => [...row].map(([inner, own]) => ({ key: `${id}/${number}/${inner}`, state: own }))),
      ])
      const askedKeys = states.filter(({ state }) => state.isAsked).map(({ key }) => key)
      const context = `seed ${seed}`
      expect(askedKeys.sort(), context).toEqual(
        [...naive.shown].filter((key) => askedKeys.includes(key) || !isInHiddenGroup(key, naive.shown)).sort(),
      )
      expect(decision.pages, context).toEqual(naive.pages)
      expect(decision.ending.id, context).toBe(naive.ending)
      const isGroup = (key: string) => states.find((one) => one.key === key)?.state.rows !== undefined
      const required = states.filter(({ key, state }) => state.isRequired && !isGroup(key)).map(({ key }) => key)
      expect(required.sort(), context).toEqual([...naive.required].sort())
      for (const { key, state } of states)
        if (state.isAsked && !isGroup(key)) expect(state.answer, `${context} ${key}`).toEqual(naive.values.get(key))

      // What was signed before is neither asked nor stored again, and what only somebody else can say waits for them.
      const signed = states.filter(({ state }) => state.isSigned).map(({ key }) => key)
      expect(signed.sort(), context).toEqual(naive.signed.filter((key) => !isInHiddenGroup(key, naive.shown)).sort())
      const left = states.filter(({ state }) => state.isLeft).map(({ key }) => key)
      expect(left.sort(), context).toEqual([...naive.left].sort())
      for (const { key, state } of states)
        if (state.isSigned || state.isLeft) expect([state.answer, state.fault], `${context} ${key}`).toEqual([null, null])

      const price = priceAnswers(index, decision, facts)
      expect(price?.amount, context).toBe(naive.price(facts))
      expect(
        price?.parts.reduce((sum, { amount }) => sum + amount, 0),
        context,
      ).toBe(price?.amount)
      // What is hidden is neither stored nor charged, and never in the way of sending.
      const stored = Object.keys(keepAsked(decision))
      expect(
        stored.every((id) => naive.shown.has(id)),
        context,
      ).toBe(true)
      for (const { field, row } of [...(price?.charges ?? []), ...decision.faults])
        expect(
          askedKeys.some((key) => key === field || key.endsWith(`/${row}/${field}`)),
          context,
        ).toBe(true)
      // Sending what was stored says the same again.
      const again = decide(index, keepAsked(decision), today, way)
      expect(keepAsked(again), context).toEqual(keepAsked(decision))

      seen.forms++
      seen.hidden += states.filter(({ state }) => !state.isAsked).length
      seen.rows += states.filter(({ key }) => key.includes('/')).length
      seen.skipped += decision.pages.length < content.pages.length ? 1 : 0
      seen.ended += decision.ending.id === content.endings[0]?.id ? 0 : 1
      seen.faults += decision.faults.length
      seen.sendable += decision.faults.length === 0 ? 1 : 0
      seen.paid += (price?.amount ?? 0) > 0 ? 1 : 0
      seen.signed += signed.length
      seen.signedForChildren += signed.filter((key) => key.includes('/')).length
      seen.left += left.length
      seen.amounts += readsAmount(index, decision) ? 1 : 0
      seen.set += states.some(({ state }) => (state.prices ?? []).length > 0) ? 1 : 0
    }
    console.info('Random forms:', JSON.stringify(seen))
    for (const [what, count] of Object.entries(seen)) expect(count, what).toBeGreaterThan(forms / 100)
  })
})

const isInHiddenGroup = (key: string, shown: ReadonlySet<string>) => key.includes('/') && !shown.has(key.split('/')[0] ?? '')

/** Whether a formula reads an amount that somebody gave. */
const readsAmount = ({ fields }: FormIndex, { fields: states }: Decision): boolean =>
  [...fields.values()].some(
    ({ formula }) => formula && listFormulaFields(formula).some((id) => isGiven(fields.get(id)?.field, states.get(id))),
  )

const isGiven = (field: Field | undefined, state: FieldState | undefined) => field?.kind === 'ownAmount' && Number(state?.answer) > 0
