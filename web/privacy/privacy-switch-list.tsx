import { type PrivacySwitch, type PrivacySwitches, privacySwitches } from '../../domain/privacy/contract.ts'
import { Switch } from '../ui/switch.tsx'

const words: Record<PrivacySwitch, { label: string; hint: string }> = {
  messagesFromAnyone: {
    label: 'Messages from anyone',
    hint: 'Off: only people you are connected with, share a community or a game with.',
  },
  publicBadges: { label: 'Show my badges', hint: 'What you have earned, on your profile.' },
  publicOnlineStatus: { label: 'Show when I am online', hint: 'A dot beside your face.' },
  publicUpcomingGames: { label: 'Show my upcoming games', hint: 'So that friends can join you.' },
}

type PrivacySwitchListProps = { switches: PrivacySwitches; onChange: (name: PrivacySwitch, isOn: boolean) => void }

/** The four things a person shows or keeps. */
export function PrivacySwitchList({ switches, onChange }: PrivacySwitchListProps) {
  return (
    <div className="grid divide-y divide-line">
      {privacySwitches.map((name) => (
        <Switch
          key={name}
          label={words[name].label}
          hint={words[name].hint}
          checked={switches[name]}
          onChange={(event) => onChange(name, event.target.checked)}
        />
      ))}
    </div>
  )
}
