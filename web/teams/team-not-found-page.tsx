import { MissingPage } from './missing-page.tsx'

export default function TeamNotFoundPage() {
  return <MissingPage heading="Team not found" title="This community does not exist" />
}
