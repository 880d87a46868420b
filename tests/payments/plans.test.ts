import { describe, expect, it } from 'vitest'
import { listPlanRows, listPlansOfSize } from '../../domain/payments/plan-rows.ts'
import { findPlan, isTeamPlan, planLists, teamSizes } from '../../domain/payments/plans.ts'
import { dunningDays, graceDuration, isEntitled, subscriptionStatuses } from '../../domain/payments/subscription-states.ts'
import { day } from '../../domain/time/spans.ts'

const costsOf = (list: keyof typeof planLists) =>
  planLists[list].map(({ item, maxMembers, price }) => [item, maxMembers, price?.amount ?? 0])

describe('The plans', () => {
  it('of teams cost what the price list says, each month', () => {
    expect(costsOf('teams')).toEqual([
      ['ROOKIE', 30, 0],
      ['VARSITY', 50, 1500],
      ['VARSITY', 200, 2900],
      ['VARSITY', 1000, 5900],
      ['PRO', 50, 3900],
      ['PRO', 200, 6900],
      ['PRO', 1000, 12_900],
    ])
    expect(planLists.teams.every(({ price }) => price === null || price.every === 'month')).toBe(true)
  })

  it('of people are a list for each platform, and cost by the year', () => {
    expect(costsOf('gth-users')).toEqual([
      ['Free', null, 0],
      ['Member Plus', null, 4800],
    ])
    expect(costsOf('meh-users')).toEqual([
      ['Free', null, 0],
      ['Member Plus', null, 3600],
    ])
  })

  it('are found by their id, and no two have the same', () => {
    const all = Object.values(planLists).flat()
    expect(new Set(all.map(({ uid }) => uid)).size).toBe(all.length)
    for (const plan of all) expect(findPlan(plan.uid)).toBe(plan)
    expect(findPlan('rookie-1000000')).toBeNull()
  })

  it('are one card for each item and size', () => {
    for (const size of teamSizes)
      expect(listPlansOfSize(listPlanRows('teams'), size).map(({ uid }) => uid)).toEqual(['rookie', `varsity-${size}`, `pro-${size}`])
    expect(listPlansOfSize(listPlanRows('gth-users'), 50)).toHaveLength(2)
    expect(planLists['gth-users'].some(isTeamPlan)).toBe(false)
  })
})

describe('What a plan promises', () => {
  it('is there while it is paid or tried, and for two weeks after a failed payment', () => {
    const entitled = subscriptionStatuses.filter((status) => isEntitled({ status, pastDueSince: null }, 0))
    expect(entitled).toEqual(['trialing', 'active', 'past_due'])
    const failed = { status: 'past_due', pastDueSince: 1000 } as const
    expect(isEntitled(failed, 1000 + graceDuration - 1)).toBe(true)
    expect(isEntitled(failed, 1000 + graceDuration)).toBe(false)
  })

  it('does not end before the last mail about it', () => {
    expect(Math.max(...dunningDays) * day).toBeLessThan(graceDuration)
  })
})
