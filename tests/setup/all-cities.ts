import type { TestProject } from 'vitest/node'
import type { CitySource } from '../../domain/cities/contract.ts'
import { readCities } from '../../scripts/read-cities.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Every US city. They are read in Node, because their package reads a file. */
    cities: CitySource[]
  }
}

export function setup({ provide }: TestProject): void {
  provide('cities', readCities())
}
