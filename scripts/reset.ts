import { rmSync } from 'node:fs'
import { applyQuietEnvironment, stateDir } from './environment.ts'
import { prepareState } from './prepare-state.ts'
import { listRunning } from './running.ts'
import { besideSandbox } from './spawn-sandbox.ts'

applyQuietEnvironment()

const state = stateDir()
const running = listRunning(state)
if (running.length > 0) {
  console.error(`\`npm start\` is running (process ${running.join(', ')}) and would lose its data under its feet. Stop it first.`)
  process.exitCode = 1
} else {
  rmSync(state, { recursive: true, force: true })
  await besideSandbox(state, () => prepareState(state, (line) => console.log(line)))
  console.log('A fresh demo world is ready.')
}
