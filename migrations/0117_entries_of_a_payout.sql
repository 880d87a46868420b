DROP INDEX `ledger_entries_by_payout`;--> statement-breakpoint
CREATE INDEX `ledger_entries_by_payout` ON `ledger_entries` (`payout_id`,`created_at`,`id`) WHERE payout_id IS NOT NULL;