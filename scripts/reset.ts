import { rmSync } from 'node:fs'
import { applyQuietEnvironment, stateDir } from './environment.ts'
import { prepareState } from './prepare-state.ts'
import { listRunning } from './running.ts'
import { withSandbox } from './spawn-sandbox.ts'

applyQuietEnvironment()

const state = stateDir()
const running = listRunning(state)
if (running.length > 0) {
  console.error(`\`npm start\` is still running (process ${running.join(', ')}). Stop it first, because a reset deletes its data.`)
  process.exitCode = 1
} else {
  rmSync(state, { recursive: true, force: true })
  await withSandbox(state, () => prepareState(state, (line) => console.log(line)))
  console.log('Your new demo world is ready.')
}
