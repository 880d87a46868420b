import { readCities } from '../../scripts/read-cities.ts'
import { judgeQuestions } from '../ask/judge-question.ts'
import { questionGroups } from '../ask/questions.ts'
import type { Figure } from './setup/figure.ts'

export const figures: Figure[] = [
  {
    name: 'ask-understood',
    unit: '% of 200 questions',
    goal: { atLeast: 92 },
    gating: true,
    measure: async () => {
      const judged = judgeQuestions(questionGroups, readCities())
      const mistaken = judged.filter(({ isUnderstood }) => !isUnderstood)
      return { value: (1 - mistaken.length / judged.length) * 100, notes: mistaken.map(({ report }) => report) }
    },
  },
]
