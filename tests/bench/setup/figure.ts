export type Goal = { atLeast: number } | { atMost: number }

export type Measurement = {
  value: number
  /** Details about the number, shown below the table. */
  notes?: readonly string[]
}

/** One measured number of the product. Without a goal, it is only information. */
export type Figure = {
  name: string
  unit: string
  goal?: Goal
  /**
   * Whether the run fails if the goal is missed. A time that depends on this machine must not fail a run; compare two measurements of
   * the same run instead.
   */
  gating: boolean
  measure: () => Promise<number | Measurement>
}

/** One entry of bench-results.json. The value is null when the measurement itself failed. */
export type Result = { name: string; value: number | null; unit: string; goal: Goal | null; ok: boolean }

export const meetsGoal = (value: number, goal: Goal | undefined) =>
  goal === undefined || ('atLeast' in goal ? value >= goal.atLeast : value <= goal.atMost)
