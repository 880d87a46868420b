export type Goal = { atLeast: number } | { atMost: number }

export type Measured = { value: number /** Shown below the table: what is behind the number. */; notes?: readonly string[] }

/** One number that says how the product is doing. Without a goal it is information. */
export type Figure = {
  name: string
  unit: string
  goal?: Goal
  /** Whether missing the goal fails the run. A time of this machine never gates: compare two things of one run instead. */
  gating: boolean
  measure: () => Promise<number | Measured>
}

/** One entry of bench-results.json. The value is null when the measurement itself failed. */
export type Result = { name: string; value: number | null; unit: string; goal: Goal | null; ok: boolean }

export const meetsGoal = (value: number, goal: Goal | undefined) =>
  goal === undefined || ('atLeast' in goal ? value >= goal.atLeast : value <= goal.atMost)
