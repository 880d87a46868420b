CREATE TABLE `membership_subscriptions` (
	`id` text PRIMARY KEY NOT NULL,
	`membership_id` text NOT NULL,
	`team_id` text NOT NULL,
	`type` text NOT NULL,
	`member_id` text NOT NULL,
	`platform` text NOT NULL,
	`account_id` text NOT NULL,
	`customer_id` text NOT NULL,
	`session_id` text,
	`session_url` text,
	`subscription_id` text,
	`status` text NOT NULL,
	`period_end` integer,
	`ends_at_period_end` integer DEFAULT false NOT NULL,
	`past_due_since` integer,
	`created_at` integer NOT NULL,
	`ended_at` integer,
	`read_at` integer NOT NULL,
	FOREIGN KEY (`membership_id`) REFERENCES `memberships`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`team_id`) REFERENCES `teams`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`member_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `membership_subscriptions_session_id_unique` ON `membership_subscriptions` (`session_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `membership_subscriptions_subscription_id_unique` ON `membership_subscriptions` (`subscription_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `membership_subscriptions_live` ON `membership_subscriptions` (`member_id`,`team_id`,`type`) WHERE status NOT IN ('ended', 'canceled', 'incomplete_expired');--> statement-breakpoint
CREATE INDEX `membership_subscriptions_by_member` ON `membership_subscriptions` (`member_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `membership_subscriptions_by_team` ON `membership_subscriptions` (`team_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `membership_subscriptions_by_membership` ON `membership_subscriptions` (`membership_id`,`status`);--> statement-breakpoint
CREATE INDEX `membership_subscriptions_by_status` ON `membership_subscriptions` (`status`,`period_end`);--> statement-breakpoint
CREATE INDEX `membership_subscriptions_by_account` ON `membership_subscriptions` (`account_id`,`status`);--> statement-breakpoint
CREATE INDEX `membership_subscriptions_past_due` ON `membership_subscriptions` (`past_due_since`) WHERE past_due_since IS NOT NULL;--> statement-breakpoint
CREATE TABLE `memberships` (
	`id` text PRIMARY KEY NOT NULL,
	`team_id` text NOT NULL,
	`type` text NOT NULL,
	`name` text NOT NULL,
	`description` text NOT NULL,
	`amount` integer NOT NULL,
	`currency` text NOT NULL,
	`every` text NOT NULL,
	`created_at` integer NOT NULL,
	`ended_at` integer,
	FOREIGN KEY (`team_id`) REFERENCES `teams`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `memberships_by_team` ON `memberships` (`team_id`,`ended_at`,`created_at`);