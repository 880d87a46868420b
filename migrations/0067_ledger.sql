CREATE TABLE `ledger_accounts` (
	`account_id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`news_at` integer,
	`read_until` integer,
	`synced_at` integer,
	`ended_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `ledger_accounts_by_user` ON `ledger_accounts` (`user_id`);--> statement-breakpoint
CREATE INDEX `ledger_accounts_with_news` ON `ledger_accounts` (`news_at`) WHERE news_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `ledger_accounts_by_sync` ON `ledger_accounts` (`synced_at`) WHERE ended_at IS NULL;--> statement-breakpoint
CREATE TABLE `ledger_checks` (
	`account_id` text NOT NULL,
	`currency` text NOT NULL,
	`ours` integer NOT NULL,
	`opening` integer,
	`theirs` integer,
	`difference` integer,
	`checked_at` integer,
	PRIMARY KEY(`account_id`, `currency`)
);
--> statement-breakpoint
CREATE INDEX `ledger_checks_different` ON `ledger_checks` (`checked_at`) WHERE difference <> 0;--> statement-breakpoint
CREATE TABLE `ledger_entries` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`gross` integer NOT NULL,
	`stripe_fee` integer NOT NULL,
	`our_fee` integer NOT NULL,
	`net` integer NOT NULL,
	`currency` text NOT NULL,
	`month` text NOT NULL,
	`created_at` integer NOT NULL,
	`available_at` integer NOT NULL,
	`payout_id` text,
	`payment_id` text,
	`order_id` text,
	`event_id` text,
	`team_id` text,
	`season_id` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "ledger_entries_sum" CHECK(gross = stripe_fee + our_fee + net)
);
--> statement-breakpoint
CREATE INDEX `ledger_entries_by_user` ON `ledger_entries` (`user_id`,`month`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `ledger_entries_by_team` ON `ledger_entries` (`team_id`,`month`,`created_at`,`id`) WHERE team_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `ledger_entries_by_payment` ON `ledger_entries` (`payment_id`) WHERE payment_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `ledger_entries_by_payout` ON `ledger_entries` (`payout_id`,`event_id`) WHERE payout_id IS NOT NULL;--> statement-breakpoint
CREATE TABLE `ledger_games` (
	`event_id` text NOT NULL,
	`month` text NOT NULL,
	`currency` text NOT NULL,
	`user_id` text NOT NULL,
	`team_id` text,
	`season_id` text,
	`title` text NOT NULL,
	`starts_at` integer NOT NULL,
	`time_zone` text NOT NULL,
	`gross` integer NOT NULL,
	`payments` integer NOT NULL,
	`stripe_fee` integer NOT NULL,
	`our_fee` integer NOT NULL,
	`refunds` integer NOT NULL,
	`disputes` integer NOT NULL,
	`other` integer NOT NULL,
	`net` integer NOT NULL,
	PRIMARY KEY(`event_id`, `month`, `currency`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `ledger_games_by_user` ON `ledger_games` (`user_id`,`month`,`starts_at`,`event_id`);--> statement-breakpoint
CREATE INDEX `ledger_games_by_team` ON `ledger_games` (`team_id`,`month`,`starts_at`,`event_id`) WHERE team_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `ledger_games_by_season` ON `ledger_games` (`season_id`,`starts_at`,`event_id`) WHERE season_id IS NOT NULL;--> statement-breakpoint
CREATE TABLE `ledger_months` (
	`owner_kind` text NOT NULL,
	`owner_id` text NOT NULL,
	`month` text NOT NULL,
	`currency` text NOT NULL,
	`gross` integer NOT NULL,
	`payments` integer NOT NULL,
	`stripe_fee` integer NOT NULL,
	`our_fee` integer NOT NULL,
	`refunds` integer NOT NULL,
	`disputes` integer NOT NULL,
	`other` integer NOT NULL,
	`net` integer NOT NULL,
	`outside` integer NOT NULL,
	`payouts` integer NOT NULL,
	PRIMARY KEY(`owner_kind`, `owner_id`, `month`, `currency`)
);
--> statement-breakpoint
CREATE TABLE `payouts` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`user_id` text NOT NULL,
	`amount` integer NOT NULL,
	`currency` text NOT NULL,
	`state` text NOT NULL,
	`arrives_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`failure` text,
	`is_listed` integer NOT NULL,
	`listed_until` text,
	`explained_at` integer,
	`gross` integer,
	`payments` integer,
	`stripe_fee` integer,
	`our_fee` integer,
	`refunds` integer,
	`disputes` integer,
	`other` integer,
	`net` integer,
	`outside` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `payouts_by_user` ON `payouts` (`user_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `payouts_on_the_way` ON `payouts` (`account_id`,`created_at`) WHERE state IN ('pending', 'in_transit');--> statement-breakpoint
CREATE INDEX `payouts_unexplained` ON `payouts` (`account_id`,`created_at`) WHERE is_listed = 1 AND explained_at IS NULL;--> statement-breakpoint
CREATE INDEX `payouts_failed` ON `payouts` (`created_at`) WHERE state = 'failed';--> statement-breakpoint
CREATE TABLE `team_payouts` (
	`team_id` text NOT NULL,
	`payout_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`gross` integer NOT NULL,
	`payments` integer NOT NULL,
	`stripe_fee` integer NOT NULL,
	`our_fee` integer NOT NULL,
	`refunds` integer NOT NULL,
	`disputes` integer NOT NULL,
	`other` integer NOT NULL,
	`net` integer NOT NULL,
	PRIMARY KEY(`team_id`, `created_at`, `payout_id`),
	FOREIGN KEY (`payout_id`) REFERENCES `payouts`(`id`) ON UPDATE no action ON DELETE no action
);
