import type { TestProject } from 'vitest/node'
import type { CitySource } from '../../domain/cities/contract.ts'
import { readCities } from '../../scripts/read-cities.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Every US city. Read in Node, where the package's file is. */
    cities: CitySource[]
  }
}

export function setup({ provide }: TestProject): void {
  provide('cities', readCities())
}
