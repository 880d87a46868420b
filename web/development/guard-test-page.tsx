import { useViewer } from '../app-state.ts'

export default function GuardTestPage() {
  return <h1 className="text-heading">You may be here, {useViewer()?.id ?? 'stranger'}.</h1>
}
