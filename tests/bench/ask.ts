import { readCities } from '../../scripts/read-cities.ts'
import { judgeQuestions } from '../ask/judge-question.ts'
import { heldOutGroups, type QuestionGroup, questionGroups } from '../ask/questions.ts'
import type { Figure, Measurement } from './setup/figure.ts'

function measureUnderstood(groups: readonly QuestionGroup[]): Measurement {
  const judged = judgeQuestions(groups, readCities())
  const mistaken = judged.filter(({ isUnderstood }) => !isUnderstood)
  return { value: (1 - mistaken.length / judged.length) * 100, notes: mistaken.map(({ report }) => report) }
}

export const figures: Figure[] = [
  {
    name: 'ask-understood',
    unit: '% of 200 questions',
    goal: { atLeast: 92 },
    gating: true,
    measure: async () => measureUnderstood(questionGroups),
  },
  {
    name: 'ask-understood-held-out',
    unit: '% of 40 questions',
    gating: false,
    measure: async () => measureUnderstood(heldOutGroups),
  },
]
