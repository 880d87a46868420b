CREATE TABLE `unlinked_accounts` (
	`user_id` text NOT NULL,
	`country` text NOT NULL,
	`stripe_id` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `country`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `unlinked_accounts_stripe_id_unique` ON `unlinked_accounts` (`stripe_id`);--> statement-breakpoint
CREATE INDEX `payout_accounts_by_deadline` ON `payout_accounts` (`deadline`) WHERE deadline IS NOT NULL;