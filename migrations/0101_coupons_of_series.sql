ALTER TABLE `coupons` ADD `series_id` text REFERENCES event_series(id);--> statement-breakpoint
CREATE UNIQUE INDEX `coupons_by_series` ON `coupons` (`series_id`,`code`) WHERE series_id IS NOT NULL;