CREATE TABLE `accounts_to_release` (
	`stripe_id` text PRIMARY KEY NOT NULL,
	`created_at` integer NOT NULL,
	`tried_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `accounts_to_release_by_turn` ON `accounts_to_release` (`tried_at`);--> statement-breakpoint
DROP INDEX `plan_invoices_by_payer`;--> statement-breakpoint
CREATE INDEX `plan_invoices_by_payer` ON `plan_invoices` (`payer_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `payout_accounts_by_reading` ON `payout_accounts` (`read_at`);