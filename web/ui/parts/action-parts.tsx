import { Bell, CalendarPlus, Copy, EllipsisVertical, Pencil, Search, Share2, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button, LinkButton } from '../button.tsx'
import { Chip, RemovableChip, ToggleChip } from '../chip.tsx'
import { IconButton } from '../icon-button.tsx'
import { Menu, type MenuEntry } from '../menu.tsx'
import { showSnackbar } from '../show-snackbar.ts'
import { Status } from '../status.tsx'
import { Tabs, useSelectedTab } from '../tabs.tsx'
import { PartRow, PartSection } from './part-section.tsx'

const showText = (text: string) => () => {
  showSnackbar(text)
}

const entries: MenuEntry[] = [
  { id: 'edit', label: 'Edit game', icon: <Pencil size={17} />, onPress: showText('You pressed Edit') },
  {
    id: 'copy',
    label: 'Host again',
    hint: 'Same place, next week',
    icon: <Copy size={17} />,
    onPress: showText('You pressed Host again'),
  },
  { id: 'move', label: 'Hand over', icon: <Share2 size={17} />, isDisabled: true, onPress: showText('') },
  {
    id: 'cancel',
    label: 'Cancel game',
    icon: <Trash2 size={17} />,
    isDangerous: true,
    startsGroup: true,
    onPress: showText('You pressed Cancel'),
  },
]

export function ActionParts() {
  const [isSending, setSending] = useState(false)
  const send = () => {
    setSending(true)
    setTimeout(() => setSending(false), 2000)
  }
  return (
    <PartSection title="Actions" intro="Each screen has one blue main action. Its other actions are plain or quiet.">
      <PartRow name="Primary, plain, quiet, danger">
        <Button variant="primary" isPending={isSending} onClick={send}>
          Join
        </Button>
        <Button>Bring a guest</Button>
        <Button variant="quiet">See all</Button>
        <Button variant="danger">Delete</Button>
        <LinkButton to="/">Home</LinkButton>
      </PartRow>
      <PartRow name="Pending, unavailable">
        <Button variant="primary" isPending>
          Join
        </Button>
        <Button isPending>Bring a guest</Button>
        <Button variant="primary" disabled>
          Join
        </Button>
        <Button disabled>Bring a guest</Button>
      </PartRow>
      <PartRow name="Small, for rows and tables">
        <Button size="small" variant="primary">
          Accept
        </Button>
        <Button size="small">Decline</Button>
        <Button size="small" variant="quiet">
          <CalendarPlus size={16} aria-hidden="true" /> Add to calendar
        </Button>
      </PartRow>
      <PartRow name="Icons and menus">
        <IconButton label="Search">
          <Search size={20} />
        </IconButton>
        <IconButton label="Notifications">
          <Bell size={20} />
        </IconButton>
        <Menu label="More about this game" entries={entries}>
          <EllipsisVertical size={20} />
        </Menu>
        <Menu label="Manage" variant="plain" entries={entries}>
          Manage
        </Menu>
      </PartRow>
    </PartSection>
  )
}

const filters = ['Pickleball, volleyball +3', 'Austin, 15 miles', 'This weekend', 'Level', 'Price', 'Seats left', 'When I can play']

const panel = (text: string) => <p className="max-w-[60ch] text-soft">{text}</p>
const tabs = [
  { name: 'upcoming', label: 'Upcoming', count: 4, panel: panel('Four games ahead of you. The next is tomorrow at seven.') },
  { name: 'hosting', label: 'Hosting', count: 1, panel: panel('You host one game this month.') },
  { name: 'waiting', label: 'Waiting', panel: panel('You are 3rd on the waitlist for Pickup 7v7 under the lights.') },
  { name: 'past', label: 'Past', panel: panel('Twenty-six games since March.') },
] as const

const tabNames = ['upcoming', 'hosting', 'waiting', 'past'] as const

export function FilterParts() {
  const [activeFilters, setActiveFilters] = useState<readonly string[]>(filters.slice(0, 3))
  const [invited, setInvited] = useState<readonly string[]>(['Priya Raman', 'Sol Vega'])
  const [tab, setTab] = useSelectedTab(tabNames)
  const toggle = (name: string) =>
    setActiveFilters((before) => (before.includes(name) ? before.filter((other) => other !== name) : [...before, name]))
  return (
    <PartSection title="Filters and tabs" intro="The address names the selected tab, so a link opens the same tab.">
      <PartRow className="gap-2">
        {filters.map((name) => (
          <ToggleChip key={name} isOn={activeFilters.includes(name)} onToggle={() => toggle(name)}>
            {name}
          </ToggleChip>
        ))}
        <ToggleChip isOn={false} isDisabled onToggle={() => undefined}>
          Members only
        </ToggleChip>
      </PartRow>
      <PartRow className="gap-2">
        <Chip>Level 3.0 to 3.5</Chip>
        <Chip>Open to everyone</Chip>
        {invited.map((name) => (
          <RemovableChip key={name} removeLabel={`Remove ${name}`} onRemove={() => setInvited(invited.filter((other) => other !== name))}>
            {name}
          </RemovableChip>
        ))}
      </PartRow>
      <PartRow className="gap-x-6">
        <Status tone="live">Playing now</Status>
        <Status tone="good">Confirmed</Status>
        <Status tone="warn">On the waitlist</Status>
        <Status tone="bad">Cancelled</Status>
        <Status tone="quiet">Draft</Status>
      </PartRow>
      <Tabs label="Your games" tabs={tabs} selected={tab} onSelect={setTab} />
    </PartSection>
  )
}
