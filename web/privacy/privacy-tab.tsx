import { BlockedPeople } from './blocked-people.tsx'
import { PrivacySwitchList } from './privacy-switch-list.tsx'

export default function PrivacyTab() {
  return (
    <div className="grid max-w-2xl items-start gap-x-20 gap-y-11 pt-2 pb-6 lg:max-w-none lg:grid-cols-[repeat(2,minmax(0,1fr))]">
      <PrivacySwitchList />
      <BlockedPeople />
    </div>
  )
}
